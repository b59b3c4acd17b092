import type { INodeParameters } from 'n8n-workflow';
import type { FaultOptions, FaultTarget } from '../../../sandbox/types.mts';
import {
	fail,
	getConfiguration,
	getCurrent,
	register,
	requestsEndingWith,
} from '../../support/in-process/driver.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { skipWaits, takeSkippedWaits } from '../../support/clock.mts';

const sandbox = useSandbox();

beforeEach(skipWaits);
afterEach(() => jest.restoreAllMocks());

const WITH: Record<string, FaultOptions> = {
	// No name of DNS has so long a part, so no DNS server is asked.
	'to another host': { headers: { location: `https://${'x'.repeat(64)}.invalid/` } },
	invalid_client: { body: '{"error":"invalid_client"}' },
	unauthorized_client: { body: '{"error":"unauthorized_client"}' },
	invalid_grant: { body: '{"error":"invalid_grant"}' },
	'after 0': { headers: { 'retry-after': '0' } },
	'after 30': { headers: { 'retry-after': '30' } },
	'after 31': { headers: { 'retry-after': '31' } },
};

/** The route of each column, what asks it, and how its path ends. */
const columns: [FaultTarget, INodeParameters, string][] = [
	['users-me', getCurrent, '/me'],
	['discovery', getConfiguration, '/openid-configuration'],
	['webhooks', register, '/Webhooks'],
	['token', getCurrent, '/token'],
];

/**
 * What each status means of a GET of the service, a GET of the identity server, a POST and a refresh: the code, how
 * often the request was sent, after which waits in ms, and `?` if a refresh may have taken effect. Of 400, 403, 500
 * and 502 without more: test/faults.
 */
const TABLE = `
200                     | response-unreadable 1                  | identity-response-unreadable 1            | registration-response-without-id 1     | identity-response-unreadable? 1
300                     | response-unreadable 1                  | identity-response-unreadable 1            | registration-unconfirmed 1             | identity-response-unreadable 1
302                     | response-unreadable 1                  | identity-response-unreadable 1            | registration-unconfirmed 1             | identity-response-unreadable 1
302 to another host     | address-redirects 1                    | address-redirects 1                       | registration-unconfirmed 1             | host-not-found 3 after 500, 1000
303                     | response-unreadable 1                  | identity-response-unreadable 1            | registration-unconfirmed 1             | identity-response-unreadable 1
304                     | response-unreadable 1                  | identity-response-unreadable 1            | registration-unconfirmed 1             | identity-response-unreadable 1
307                     | response-unreadable 1                  | identity-response-unreadable 1            | response-unreadable 1                  | identity-response-unreadable 1
307 to another host     | address-redirects 1                    | address-redirects 1                       | address-redirects 1                    | host-not-found 3 after 500, 1000
308                     | response-unreadable 1                  | identity-response-unreadable 1            | response-unreadable 1                  | identity-response-unreadable 1
400 invalid_client      | request-rejected 1                     | client-rejected 1                         | registration-rejected 1                | client-rejected 1
400 unauthorized_client | request-rejected 1                     | client-rejected 1                         | registration-rejected 1                | client-rejected 1
400 invalid_grant       | request-rejected 1                     | credential-reconnect-needed 1             | registration-rejected 1                | credential-reconnect-needed 1
401                     | access-token-rejected 2                | identity-rejected 1                       | access-token-rejected 1                | refresh-rejected 1
404                     | not-found 1                            | identity-not-found 1                      | not-found 1                            | identity-not-found 1
407                     | proxy-sign-in-needed 1                 | proxy-sign-in-needed 1                    | proxy-sign-in-needed 1                 | proxy-sign-in-needed 1
409                     | request-rejected 1                     | identity-rejected 1                       | webhook-exists 1                       | refresh-rejected 1
429                     | too-many-requests 3 after 500, 1000    | identity-unavailable 3 after 500, 1000    | too-many-requests 3 after 500, 1000    | identity-unavailable 2 after 500
429 after 30            | too-many-requests 3 after 30000, 30000 | identity-unavailable 3 after 30000, 30000 | too-many-requests 3 after 30000, 30000 | identity-unavailable 2 after 500
429 after 31            | too-many-requests 1                    | identity-unavailable 1                    | too-many-requests 1                    | identity-unavailable 2 after 500
501                     | service-failed 1                       | identity-unavailable 1                    | service-failed 1                       | identity-unavailable? 1
503                     | service-failed 3 after 500, 1000       | identity-unavailable 3 after 500, 1000    | service-failed 1                       | identity-unavailable? 1
503 after 0             | service-failed 3 after 0, 0            | identity-unavailable 3 after 0, 0         | service-failed 3 after 0, 0            | identity-unavailable 2 after 0
504                     | service-failed 3 after 500, 1000       | identity-unavailable 3 after 500, 1000    | registration-unconfirmed 1             | identity-unavailable? 1
`;

const rows = TABLE.trim()
	.split('\n')
	.map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows)('%s', async (response = '', ...expected) => {
	const [status = '', ...words] = response.split(' ');
	const cells: string[] = [];
	for (const [target, parameters, end] of columns) {
		await sandbox.reset();
		const credential = await connectCredential(sandbox);
		if (target === 'token') await sandbox.switchOnFault('token-expired');
		const more = { body: '', ...WITH[words.join(' ')] };
		await sandbox.switchOnFault('status', { target, status: Number(status), ...more });
		// A registration in doubt is remembered by its URL.
		const webhookUrl = `https://n8n.example.com/webhook/${response.replaceAll(' ', '-')}`;
		const { code, description } = await fail({ ...parameters, webhookUrl }, credential);
		const inDoubt = description.includes('may have taken effect') ? '?' : '';
		const waits = takeSkippedWaits();
		const after = waits.length > 0 ? ` after ${waits.join(', ')}` : '';
		cells.push(`${code}${inDoubt} ${requestsEndingWith(sandbox, end).length}${after}`);
	}
	expect(cells).toEqual(expected);
});
