import { isPrivateHost } from '../../../core/net/private-host.ts';

const hostOf = (host: string) => new URL(`http://${host}/`).hostname;

// Which numbers of an address are private is a table of ipaddr.js; the endings are a list of ours.
test.each([
	'localhost',
	'test',
	'local',
	'home.arpa',
	'internal',
	'localdomain',
	'corp',
	'home',
	'lan',
	'private',
	'intranet',
	'consul',
	'svc',
	'default',
	'production',
	'staging',
])('calls a name that ends with .%s private, and no name that has it elsewhere', (ending) => {
	expect(isPrivateHost(`n8n.${ending}`)).toBe(true);
	expect(isPrivateHost(`${ending}.example.com`)).toBe(false);
});

test.each([
	'localhost',
	'LOCALHOST.',
	'n8n',
	'api.team2',
	'localhost..',
	'n8n..internal',
	'xn--bro-hoa',
	'168.63.129.16',
	'[::ffff:168.63.129.16]',
	'[64:ff9b::a83f:8110]',
	'[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
	'[64:ff9b:1::808:808]',
	'[4000::1]',
	'[5f00::1]',
	'[2001:db8::1]',
	'127.0.0.1',
	'0.0.0.0',
	'100.64.0.1',
	'169.254.169.254',
	'172.31.255.255',
	'192.168.1.1',
	'198.19.255.255',
	'255.255.255.255',
	'[::]',
	'[::1]',
	'[::ffff:127.0.0.1]',
	'[::ffff:0:127.0.0.1]',
	'[::127.0.0.1]',
	'[64:ff9b::10.0.0.1]',
	'[2002:c0a8:0101::1]',
	'[fc00::1]',
	'[fe80::1]',
])('calls %s private', (host) => {
	expect(isPrivateHost(hostOf(host))).toBe(true);
});

test.each([
	'example.com',
	'localhost.example.com',
	'example.vlan',
	'example.com.',
	'home.example',
	'example.xn--p1ai',
	'168.63.129.15',
	'168.63.129.17',
	'[2001:200::1]',
	'[2a00:1450:4001:81b::200e]',
	'8.8.8.8',
	'100.128.0.0',
	'172.32.0.0',
	'[2606:4700::1111]',
	'[::ffff:8.8.8.8]',
	'[64:ff9b::8.8.8.8]',
	'[2002:0808:0808::1]',
])('calls %s public', (host) => {
	expect(isPrivateHost(hostOf(host))).toBe(false);
});
