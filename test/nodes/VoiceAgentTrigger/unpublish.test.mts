import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { later } from '../host/clock.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import { publish, reload, requestsTo, restart, useTriggers } from './registration-driver.mts';

const { delete: remove } = new VoiceAgentTrigger().webhookMethods.default;

const sandbox = useSandbox();
const createTrigger = useTriggers(sandbox);
const parameters = { options: { onUnpublish: 'tryToDelete' } };

test('the webhook of a test is taken back also hours after it was made', async () => {
	const credential = await connectCredential(sandbox);
	await publish(await createTrigger({ credential, parameters }), 'manual');
	// n8n takes a test's webhook down in this mode, at its test URL.
	const hook = (await createTrigger({ credential, parameters })).hook('update');
	jest.spyOn(hook, 'getNodeWebhookUrl').mockReturnValue(sandbox.registrations[0]?.url);
	await later(3 * 60 * 60 * 1000, () => remove.call(hook));
	expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('what another process took back is made again', async () => {
	const first = await createTrigger({ parameters });
	await publish(first);
	await later(3 * 60 * 1000, async () => {
		await publish(first, 'update');
		const elsewhere = await restart();
		const second = reload(first);
		await elsewhere.delete.call(second.hook('update'));
		await publish(reload(second));
	});
	expect(sandbox.registrations).toHaveLength(2);
});

test('deactivating says so where the webhook belongs to another address', async () => {
	const credential = await connectCredential(sandbox);
	const first = await createTrigger({ credential, parameters });
	await publish(first);
	credential.data.apiBaseUrl = String(credential.data.apiBaseUrl).replace('127.0.0.1', 'localhost');
	const hook = reload(first).hook('update');
	const info = jest.spyOn(hook.logger, 'info');
	await expect(remove.call(hook)).resolves.toBe(true);
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);
	expect(info).toHaveBeenCalledWith(expect.stringContaining('nothing was deleted'));
});

test('deactivating asks the service to delete only where the user wants it', async () => {
	const keeping = await createTrigger({ webhookBaseUrl: 'http://127.0.0.1:7001' });
	await publish(keeping);
	await remove.call(keeping.hook('update'));
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);

	const deleting = await createTrigger({ parameters });
	await publish(deleting);
	const id = sandbox.registrations.at(-1)?.id;
	const hook = deleting.hook('update');
	const warn = jest.spyOn(hook.logger, 'warn').mockImplementation();
	await expect(remove.call(hook)).resolves.toBe(true);
	expect(requestsTo(sandbox, `/api/Webhooks/${id}`, 'DELETE')).toHaveLength(1);
	const told = expect.stringMatching(/did not delete the webhook \((?:404|405)\)/);
	expect(warn).toHaveBeenCalledWith(told, { webhookId: id });
	warn.mockRestore();
	// The service knows no such operation (404 or 405): forgotten, so publishing registers anew.
	await publish(deleting);
	expect(sandbox.registrations).toHaveLength(3);
});

test.each(['..', 'a/../..'])('an id such as %j never becomes part of an address', async (id) => {
	const body = JSON.stringify({ id });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 201, body });
	const host = await createTrigger({ parameters });
	await publish(host);
	const warn = jest.spyOn(host.hook('update').logger, 'warn');
	await expect(remove.call(host.hook('update'))).resolves.toBe(true);
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);
	expect(warn).toHaveBeenCalledWith(expect.stringContaining('cannot be part of an address'));
	warn.mockRestore();
});
