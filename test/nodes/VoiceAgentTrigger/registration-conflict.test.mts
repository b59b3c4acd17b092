import { otherEvents } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import { publish, reload, requestsTo, restart, useTriggers } from './registration-driver.mts';

const sandbox = useSandbox();
const createTrigger = useTriggers(sandbox);
let credential: StoredCredential;

beforeEach(async () => {
	sandbox.setRegistrationRules({ isUrlUnique: true });
	credential = await connectCredential(sandbox);
});
afterEach(() => jest.restoreAllMocks());

/** A workflow that was published with ConversationComplete, and now names other events. */
async function renameEvents() {
	const first = await createTrigger({ credential });
	await publish(first);
	const changed = reload(first, { parameters: otherEvents('SessionStarted, SessionEnded') });
	const warn = jest.spyOn(changed.hook().logger, 'warn').mockImplementation();
	return { changed, warn };
}

test('a service that has a webhook for the URL does not stop a workflow that names other events', async () => {
	const { changed, warn } = await renameEvents();
	await publish(changed, 'update');
	expect(sandbox.registrations).toHaveLength(1);
	const id = sandbox.registrations[0]?.id ?? '';
	const [line] = warn.mock.calls[0] ?? [];
	expect(line).toContain(`webhook ${id} in the web app`);
	expect(line).toContain('still sends: ConversationComplete');
	expect(line).toContain('SessionEnded, SessionStarted');
	expect(String(line).split('Service response: ')).toEqual([
		expect.any(String),
		expect.stringContaining('Only one webhook may have this URL.'),
	]);
});

test('the other events are registered once the webhook in their way was deleted', async () => {
	const { changed } = await renameEvents();
	await publish(changed, 'update');
	await publish(changed);
	expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(3);
	sandbox.registrations.length = 0;
	await publish(changed);
	expect(sandbox.registrations.map(({ body }) => body.event_types)).toEqual([
		['SessionEnded', 'SessionStarted'],
	]);
	await publish(changed);
	expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(4);
});

test('of several webhooks for the URL the latest is named', async () => {
	sandbox.setRegistrationRules({ isUrlUnique: false });
	const first = await createTrigger({ credential });
	await publish(first);
	const second = reload(first, { parameters: otherEvents('SessionStarted') });
	await publish(second, 'update');
	sandbox.setRegistrationRules({ isUrlUnique: true });
	const third = reload(second, { parameters: otherEvents('SessionEnded') });
	const warn = jest.spyOn(third.hook().logger, 'warn').mockImplementation();
	await publish(third, 'update');
	const [line] = warn.mock.calls[0] ?? [];
	expect(line).toContain('still sends: SessionStarted.');
	expect(line).toContain(`webhook ${sandbox.registrations[1]?.id} in the web app`);
});

test('a webhook whose memory n8n discarded does not stop the workflow either', async () => {
	await publish(await createTrigger({ credential }));
	const changed = await createTrigger({ credential, parameters: otherEvents('SessionStarted') });
	const warn = jest.spyOn(changed.hook().logger, 'warn').mockImplementation();
	await publish(changed, 'update');
	expect(warn).toHaveBeenCalledWith(expect.stringContaining(String(sandbox.registrations[0]?.id)));
});

test('a webhook that this workflow did not make stops publishing, with what to do', async () => {
	await publish(await createTrigger({ credential }));
	const host = await createTrigger({ credential });
	const hooks = await restart();
	for (const attempt of [1, 2]) {
		await expect(publish(host, 'activate', hooks)).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The service already has a webhook for this URL\..*Delete it in the web app, or set Registration to Manual.*Only one webhook may have this URL\./,
			),
			context: { code: 'webhook-exists' },
		});
		expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(1 + attempt);
	}
});

test('a webhook for another URL of the workflow is no reason to publish', async () => {
	const own = await createTrigger({ credential });
	await publish(own);
	const webhookId = '5b1f5a1e-0000-4000-8000-000000000002';
	await publish(await createTrigger({ credential, webhookId }));
	const host = reload(own, { webhookId });
	await expect(publish(host, 'activate', await restart())).rejects.toMatchObject({
		context: { code: 'webhook-exists' },
	});
});

test('a test URL that the service knows from before a restart is listened on', async () => {
	const host = await createTrigger({ credential });
	await publish(host, 'manual');
	await publish(host, 'manual', await restart());
	expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(2);
	expect(sandbox.registrations).toHaveLength(1);
});
