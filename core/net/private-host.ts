import ipaddr from 'ipaddr.js';

/**
 * Endings of names that only a local network or a cluster resolves: those reserved for it (RFC 6761, 6762,
 * 8375, ICANN), common ones that are no public top-level domain, and namespaces of Kubernetes, in
 * `service.namespace`.
 */
const PRIVATE_ENDING =
	/\.(?:localhost|test|local|home\.arpa|internal|localdomain|corp|home|lan|private|intranet|consul|svc|default|production|staging)$/;

/** Digits and hyphens: only top-level domains with `xn--` have some, but many Kubernetes namespaces (`kube-system`). */
const NOT_TOP_LEVEL_DOMAIN = /[\d-]/;

/** Answers inside each virtual machine of Azure, although it is a public address. */
const AZURE_HOST = '168.63.129.16';

/**
 * Names that only a local network or a cluster resolves, and literal addresses that are not global unicast.
 * Not checked: a public name that resolves to a private address, and a name `service.namespace` if the
 * namespace looks like a public top-level domain.
 * @param hostname as `URL.hostname` gives it: IPv4 in four decimal parts, IPv6 in brackets
 */
export function isPrivateHost(hostname: string): boolean {
	// A resolver may take `a..b` for `a.b`; no public name is written so.
	if (hostname.includes('..')) return true;
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isPrivateIpv6(ipaddr.IPv6.parse(host.slice(1, -1)));
	if (ipaddr.IPv4.isValidFourPartDecimal(host)) return isPrivateIpv4(ipaddr.IPv4.parse(host));
	if (!host.includes('.') || PRIVATE_ENDING.test(host)) return true;
	const lastLabel = host.slice(host.lastIndexOf('.') + 1);
	return NOT_TOP_LEVEL_DOMAIN.test(lastLabel) && !lastLabel.startsWith('xn--');
}

function isPrivateIpv4(address: ipaddr.IPv4): boolean {
	return address.range() !== 'unicast' || address.toString() === AZURE_HOST;
}

function isPrivateIpv6(address: ipaddr.IPv6): boolean {
	const embedded = findEmbeddedIpv4(address);
	if (embedded !== undefined) return isPrivateIpv4(embedded);
	// IANA allocates global unicast addresses from 2000::/3 alone (bits 001); ipaddr.js calls others unicast, too.
	const [first = 0] = address.parts;
	return first >> 13 !== 1 || address.range() !== 'unicast';
}

/** The IPv4 address that a mapped, a NAT64 (RFC 6052) or a 6to4 address leads to. */
function findEmbeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
	const bytes = address.toByteArray();
	if (address.isIPv4MappedAddress()) return address.toIPv4Address();
	if (address.match(NAT64, 96)) return new ipaddr.IPv4(bytes.slice(12));
	if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
	return undefined;
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
