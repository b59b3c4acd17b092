import { isPrivateHost } from '../../../core/registration/is-private-host.ts';

const hostOf = (host: string) => new URL(`http://${host}/`).hostname;

describe('isPrivateHost', () => {
	it.each([
		['localhost'],
		['LOCALHOST.'],
		['n8n'],
		['n8n.local'],
		['app.localhost'],
		['n8n.internal'],
		['n8n.lan'],
		['n8n.home.arpa'],
		['127.0.0.1'],
		['127.1'],
		['0x7f.1'],
		['2130706433'],
		['0.0.0.0'],
		['10.255.0.1'],
		['100.64.0.1'],
		['169.254.169.254'],
		['172.16.0.1'],
		['172.31.255.255'],
		['192.0.0.0'],
		['192.0.0.255'],
		['192.168.1.1'],
		['198.18.0.0'],
		['198.19.255.255'],
		['224.0.0.1'],
		['255.255.255.255'],
		['[::]'],
		['[::1]'],
		['[::ffff:127.0.0.1]'],
		['[::ffff:10.0.0.1]'],
		['[::ffff:0:127.0.0.1]'],
		['[::127.0.0.1]'],
		['[64:ff9b::10.0.0.1]'],
		['[2002:c0a8:0101::1]'],
		['[fc00::1]'],
		['[fd12:3456::1]'],
		['[fe80::1]'],
		['[fec0::1]'],
		['[ff02::1]'],
	])('calls %s private', (host) => {
		expect(isPrivateHost(hostOf(host))).toBe(true);
	});

	it.each([
		['example.com'],
		['localhost.example.com'],
		['internal.example.com'],
		['lan.example.com'],
		['example.vlan'],
		['home.arpa.example.com'],
		['8.8.8.8'],
		['9.255.255.255'],
		['11.0.0.0'],
		['100.63.255.255'],
		['100.128.0.0'],
		['172.15.255.255'],
		['172.32.0.0'],
		['191.255.255.255'],
		['192.0.1.0'],
		['192.167.255.255'],
		['192.169.0.0'],
		['198.17.255.255'],
		['198.20.0.0'],
		['223.255.255.255'],
		['[2606:4700::1111]'],
		['[::ffff:8.8.8.8]'],
		['[64:ff9b::8.8.8.8]'],
		['[2002:0808:0808::1]'],
	])('calls %s public', (host) => {
		expect(isPrivateHost(hostOf(host))).toBe(false);
	});
});
