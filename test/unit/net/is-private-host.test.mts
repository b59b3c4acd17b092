import { isPrivateHost } from '../../../core/net/private-host.ts';
import hosts from '../../fixtures/hosts.json' with { type: 'json' };

const hostOf = (host: string) => new URL(`http://${host}/`).hostname;

// Which numbers of an address are private is a table of ipaddr.js; the endings are a list of ours.
test.each(hosts.privateEndings)(
	'calls a name that ends with .%s private, and no name that has it elsewhere',
	(ending) => {
		expect(isPrivateHost(`n8n.${ending}`)).toBe(true);
		expect(isPrivateHost(`${ending}.example.com`)).toBe(false);
	},
);

test.each(hosts.private)('calls %s private', (host) => {
	expect(isPrivateHost(hostOf(host))).toBe(true);
});

test.each(hosts.public)('calls %s public', (host) => {
	expect(isPrivateHost(hostOf(host))).toBe(false);
});
