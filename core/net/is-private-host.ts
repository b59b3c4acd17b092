const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.lan', '.home.arpa'];

/** First address and prefix length of what is not reached over the public internet (RFC 6890). */
const PRIVATE_IPV4_RANGES: ReadonlyArray<readonly [address: string, prefixBits: number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 4],
	['240.0.0.0', 4],
];

/**
 * Whether a host cannot be reached from the public internet by what its text says: localhost, names
 * that only a local network resolves (one label, `.local`, `.internal` and the like), and literal
 * private, loopback, link-local, unspecified and multicast addresses of both families.
 * @param hostname as `URL.hostname` gives it: lower case, IPv4 in four decimal parts, IPv6 in brackets
 *
 * Not checked: a public name that resolves to a private address.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1));
	if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateIpv4(host);
	return !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

function isPrivateIpv4(address: string): boolean {
	const number = ipv4ToNumber(address);
	return PRIVATE_IPV4_RANGES.some(([first, prefixBits]) => {
		const size = 2 ** (32 - prefixBits);
		return Math.floor(number / size) === Math.floor(ipv4ToNumber(first) / size);
	});
}

function ipv4ToNumber(address: string): number {
	return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function isPrivateIpv6(address: string): boolean {
	const groups = expandIpv6(address);
	const [first = 0, second = 0, third = 0, fourth = 0] = groups;
	const lastTwo: IPv4Groups = [groups[6] ?? 0, groups[7] ?? 0];
	if (first === 0 && second === 0 && third === 0 && fourth === 0) {
		const isMapped = groups[4] === 0 && groups[5] === 0xffff;
		// What is not mapped here is unspecified, loopback, or a translated form of IPv4.
		return !isMapped || isPrivateIpv4(groupsToIpv4(lastTwo));
	}
	// NAT64 and 6to4 reach whatever IPv4 address is embedded.
	if (first === 0x64 && second === 0xff9b) return isPrivateIpv4(groupsToIpv4(lastTwo));
	if (first === 0x2002) return isPrivateIpv4(groupsToIpv4([second, third]));
	const isUniqueLocal = (first & 0xfe00) === 0xfc00;
	const isLinkOrSiteLocal = (first & 0xff80) === 0xfe80;
	const isMulticast = (first & 0xff00) === 0xff00;
	return isUniqueLocal || isLinkOrSiteLocal || isMulticast;
}

type IPv4Groups = readonly [high: number, low: number];

function groupsToIpv4([high, low]: IPv4Groups): string {
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function expandIpv6(address: string): number[] {
	const [head = '', tail] = address.split('::');
	const parse = (text: string) =>
		text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
	const start = parse(head);
	if (tail === undefined) return start;
	const end = parse(tail);
	return [...start, ...new Array<number>(8 - start.length - end.length).fill(0), ...end];
}
