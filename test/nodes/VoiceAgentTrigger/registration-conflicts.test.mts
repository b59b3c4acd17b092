import { otherEvents } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import {
	publish,
	reload,
	requestsTo,
	restart,
	useTriggers,
} from '../../support/in-process/registration-driver.mts';
import { useLog } from '../../support/in-process/use-log.mts';

// A service that takes one webhook for each URL.
const sandbox = useSandbox();
const createTrigger = useTriggers(sandbox);
const log = useLog();
let credential: StoredCredential;

beforeEach(async () => {
	sandbox.setDialects(['second-url-409']);
	credential = await connectCredential(sandbox);
});

test('a workflow that names other events is published, and each publication posts again', async () => {
	const first = await createTrigger({ credential });
	await publish(first);
	const changed = reload(first, { parameters: otherEvents('SessionStarted, SessionEnded') });
	await publish(changed, 'update');
	expect(sandbox.registrations).toHaveLength(1);
	const id = sandbox.registrations[0]?.id ?? '';
	const [line = ''] = log.warnings;
	expect(line).toContain(`already has webhook "${id}" for this URL`);
	expect(line).toContain('still sends: ConversationComplete');
	expect(line).toContain('SessionEnded, SessionStarted');
	expect(line.split('Service response: ')).toEqual([
		expect.any(String),
		expect.stringContaining('Only one webhook may have this URL.'),
	]);
	// Somebody deletes the webhook in the web app.
	sandbox.registrations.length = 0;
	await publish(changed, 'update');
	await publish(changed, 'update');
	expect(sandbox.registrations).toHaveLength(1);
	expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(3);
});

test('of several webhooks for the URL the latest is named', async () => {
	sandbox.setDialects([]);
	const first = await createTrigger({ credential });
	await publish(first);
	const second = reload(first, { parameters: otherEvents('SessionStarted') });
	await publish(second, 'update');
	sandbox.setDialects(['second-url-409']);
	await publish(reload(second, { parameters: otherEvents('SessionEnded') }), 'update');
	const [line = ''] = log.warnings;
	expect(line).toContain('still sends: SessionStarted.');
	expect(line).toContain(`already has webhook "${sandbox.registrations[1]?.id}" for this URL`);
});

test('a webhook whose memory n8n discarded does not stop the workflow either', async () => {
	await publish(await createTrigger({ credential }));
	const changed = await createTrigger({ credential, parameters: otherEvents('SessionStarted') });
	await publish(changed, 'update');
	expect(log.warnings).toEqual([expect.stringContaining(String(sandbox.registrations[0]?.id))]);
});

test('a webhook for another URL of the workflow is no reason to publish', async () => {
	const own = await createTrigger({ credential });
	await publish(own);
	const webhookId = '5b1f5a1e-0000-4000-8000-000000000002';
	await publish(await createTrigger({ credential, webhookId }));
	const failure = publish(reload(own, { webhookId }), 'activate', await restart());
	await expectFailure(failure, 'webhook-exists', {
		message: expect.stringMatching(
			/^The service already has a webhook for this URL\..*Delete it in the web app, or set Registration to Manual.*Only one webhook may have this URL\./,
		),
	});
});

test('listening for a test event goes on where nobody remembers the webhook of the test URL', async () => {
	const host = await createTrigger({ credential });
	const url = host.hook('manual').getNodeWebhookUrl('default') ?? '';
	const created_at = new Date().toISOString();
	sandbox.registrations.push({ id: 'old', userId: sandbox.user.id, url, body: {}, created_at });
	await publish(host, 'manual');
	expect(sandbox.registrations).toMatchObject([{ id: 'old' }]);
	expect(log.notes).toContainEqual(expect.stringContaining('for the test'));
});
