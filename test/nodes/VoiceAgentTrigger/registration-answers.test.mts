import { otherEvents } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import {
	publish,
	reload,
	requestsTo,
	useTriggers,
} from '../../support/in-process/registration-driver.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { skipWaits } from '../../support/clock.mts';

const sandbox = useSandbox();
beforeEach(skipWaits);
const createTrigger = useTriggers(sandbox);
const log = useLog();

test.each([
	['JSON', '{"success":false,"error":"URL not allowed","id":null}', 'URL not allowed'],
	['a web page', '<!DOCTYPE html><title>Sign in</title><p>Please sign in to go on.</p>', 'sign in'],
])('a success without an id, %s, is quoted', async (_, body, words) => {
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 200, body });
	await expectFailure(publish(await createTrigger()), 'registration-response-without-id', {
		message: expect.stringMatching(new RegExp(words, 'i')),
	});
});

test('request ids and dates in the words of the service are shown whole', async () => {
	const words = 'Resets at 2025-11-30T23:30:00Z. Request id 123e4567-e89b-12d3-a456-426614174000';
	const body = JSON.stringify({ Code: 1007, Message: words, Limit: 5 });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 403, body });
	await expectFailure(publish(await createTrigger()), 'permission-denied', {
		message: expect.stringContaining(words),
	});
});

test('a token that the API rejects on publishing is refreshed, and the webhook is registered once', async () => {
	const host = await createTrigger();
	await sandbox.switchOnFault('token-expired');
	await publish(host);
	expect(sandbox.registrations).toHaveLength(1);
});

test('that the URL has a webhook already is no registration: the next publication posts again', async () => {
	sandbox.setDialects(['second-url-409']);
	const first = await createTrigger({ credential: await connectCredential(sandbox) });
	await publish(first);
	const changed = reload(first, { parameters: otherEvents('SessionStarted, SessionEnded') });
	await publish(changed, 'update');
	sandbox.registrations.length = 0;
	await publish(changed, 'update');
	expect(sandbox.registrations).toHaveLength(1);
	await publish(changed, 'update');
	expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(3);
});

test.each(['activate', 'manual'] as const)(
	'the log names a webhook when it is registered, and not again (%s)',
	async (mode) => {
		const host = await createTrigger();
		await publish(host, mode);
		await publish(host, mode);
		const id = sandbox.registrations[0]?.id;
		expect(log.notes).toEqual([expect.stringContaining(`registered webhook "${id}".`)]);
	},
);

test('listening for a test event goes on where the test URL has a webhook that nobody remembers', async () => {
	sandbox.setDialects(['second-url-409']);
	const host = await createTrigger({ credential: await connectCredential(sandbox) });
	const url = host.hook('manual').getNodeWebhookUrl('default') ?? '';
	const created_at = new Date().toISOString();
	sandbox.registrations.push({ id: 'old', userId: sandbox.user.id, url, body: {}, created_at });
	await publish(host, 'manual');
	expect(sandbox.registrations).toMatchObject([{ id: 'old' }]);
	expect(log.notes).toContainEqual(expect.stringContaining('for the test'));
});
