import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { later, skipWaits } from '../../support/clock.mts';
import { requestsEndingWith } from '../../support/in-process/driver.mts';
import { otherEvents } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import {
	publish,
	publishAt,
	reload,
	restart,
	useTriggers,
} from '../../support/in-process/registration-driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const { delete: remove } = new VoiceAgentTrigger().webhookMethods.default;

const sandbox = useSandbox();
beforeEach(skipWaits);
const createTrigger = useTriggers(sandbox);
const log = useLog();
const deleting = { options: { onUnpublish: 'tryToDelete' } };

test.each([1, 2])(
	'a webhook that n8n asked about %i times is not made again where n8n discarded what was stored',
	async (times) => {
		const credential = await connectCredential(sandbox);
		const first = await createTrigger({ credential });
		for (let time = 0; time < times; time++) await publish(first);
		const again = await createTrigger({ credential });
		await publish(again);
		expect(sandbox.registrations).toHaveLength(1);
		await publish(reload(again), 'activate', await restart());
		expect(sandbox.registrations).toHaveLength(1);
	},
);

test('after an hour a webhook that the workflow does not remember is made', async () => {
	const credential = await connectCredential(sandbox);
	const [first, again] = [await createTrigger({ credential }), await createTrigger({ credential })];
	const now = Date.now();
	await publishAt(now, first);
	await publishAt(now + 60 * 60 * 1000, again);
	expect(sandbox.registrations).toHaveLength(2);
});

// Another account, in the credential or behind it: test/e2e/trigger-life-cycle.
test('another credential of the same user registers nothing', async () => {
	const first = await createTrigger();
	await publish(first);
	const second = reload(first, { credential: await connectCredential(sandbox) });
	second.node.credentials = { voiceAgentOAuth2Api: { id: 'credential-2', name: 'Another' } };
	await publish(second, 'activate', await restart());
	expect(sandbox.registrations).toHaveLength(1);
});

test('damaged static data does not stop publishing, and is mended', async () => {
	const staticData = { global: { voiceAgentRegistrations: [5] } };
	const first = await createTrigger({ staticData });
	await publish(first);
	expect(sandbox.registrations).toHaveLength(1);
	await publish(reload(first), 'update', await restart());
	expect(sandbox.registrations).toHaveLength(1);
});

test.each(['global', 'node:Voice Agent'])(
	'an emptied place of static data is mended: %s',
	async (place) => {
		const first = await createTrigger();
		await publish(first);
		const emptied = { ...first.saveStaticData(), [place]: {} };
		const second = reload(first, { staticData: emptied });
		await publish(second, 'update', await restart());
		expect(sandbox.registrations).toHaveLength(1);
		expect(second.saveStaticData()).toEqual(first.saveStaticData());
	},
);

test('what a trigger forgets is not brought back by another trigger of the workflow', async () => {
	const first = await createTrigger({ parameters: deleting });
	await publish(first);
	const other = { name: 'Other', webhookId: '5b1f5a1e-0000-4000-8000-000000000002' };
	const second = reload(first, other);
	await publish(second);
	const unpublished = reload(second);
	await remove.call(unpublished.hook('update'));
	const published = reload(unpublished, other);
	await publish(published, 'update', await restart());
	expect(sandbox.registrations).toHaveLength(2);
	await publish(reload(published), 'update', await restart());
	expect(sandbox.registrations).toHaveLength(3);
});

test.each(['activate', 'manual'] as const)(
	'the log names a webhook when it is registered, and not again (%s)',
	async (mode) => {
		const host = await createTrigger();
		await publish(host, mode);
		await publish(host, mode);
		const id = sandbox.registrations[0]?.id;
		const about = mode === 'manual' ? ' for the Test URL.' : '.';
		expect(log.notes).toEqual([expect.stringContaining(`registered webhook "${id}"${about}`)]);
	},
);

test('with Registration: When Published, only publishing registers and only unpublishing deletes', async () => {
	const options = { registration: 'whenPublished', onUnpublish: 'tryToDelete' };
	const host = await createTrigger({ parameters: { options } });
	const { delete: remove } = new VoiceAgentTrigger().webhookMethods.default;
	await publish(host, 'manual');
	await remove.call(host.hook('manual'));
	expect([sandbox.requests, log.notes]).toEqual([[], []]);
	await publish(host);
	expect(sandbox.registrations).toMatchObject([{ url: expect.stringContaining('/webhook/') }]);
	await remove.call(host.hook('manual'));
	expect(sandbox.registrations).toHaveLength(1);
	await remove.call(host.hook());
	expect(requestsEndingWith(sandbox, sandbox.registrations[0]?.id ?? '')).toHaveLength(1);
});

test('publishing names the field of a signing secret in the response, and not the secret', async () => {
	sandbox.setDialects(['secret-once']);
	await publish(await createTrigger());
	expect(log.notes).toContainEqual(
		expect.stringMatching(/"signing_secret".*Webhook Signing Secret/),
	);
	expect(JSON.stringify(log)).not.toContain('whsec_');
});

test('publishing names what a sign-in leaves out, and goes on', async () => {
	const credential = await connectCredential(sandbox);
	Object.assign(credential.data, { authorizationParameters: 'state=s3cret', moreScopes: 'a"b' });
	await publish(await createTrigger({ credential }));
	expect(sandbox.registrations).toHaveLength(1);
	expect(log.warnings).toEqual([
		expect.stringMatching(/Parameters .*: "state", "a\\"b" cannot be sent/),
	]);
	expect(JSON.stringify(log)).not.toContain('s3cret');
});

test('a changed URL registers again, and the old one is still remembered', async () => {
	const first = await createTrigger();
	await publish(first);
	const moved = reload(first, { webhookBaseUrl: 'http://127.0.0.1:9999' });
	await publish(moved);
	expect(sandbox.registrations).toHaveLength(2);
	const back = reload(moved, { webhookBaseUrl: first.additionalData.instanceBaseUrl });
	await publish(back, 'activate', await restart());
	expect(sandbox.registrations).toHaveLength(2);
});

test('listening for a test event registers the test URL once in a process, however long that runs', async () => {
	const credential = await connectCredential(sandbox);
	for (const hours of [0, 0, 5]) {
		const listening = await createTrigger({ credential });
		await later(hours * 60 * 60 * 1000, () => publish(listening, 'manual'));
	}
	expect(sandbox.registrations.map(({ url }) => url)).toEqual([
		expect.stringContaining('/webhook-test/'),
	]);
});

test('a service that fails is noticed on listening, also if the test URL is known', async () => {
	const host = await createTrigger();
	const askedUser = () => requestsEndingWith(sandbox, '/api/Users/me').length;
	const listen = async () => {
		const before = askedUser();
		const failure = await publish(host, 'manual').catch((thrown: unknown) => thrown);
		expect(askedUser() - before).toBe(1);
		return failure;
	};
	await sandbox.switchOnFault('status', { target: 'users-me', status: 500 });
	const unknown = await listen();
	expect(unknown).toMatchObject({ context: { code: 'service-failed' } });
	sandbox.clearFaults();
	expect(await listen()).toBeUndefined();
	await sandbox.switchOnFault('status', { target: 'users-me', status: 500 });
	expect(await listen()).toMatchObject({ message: Object(unknown).message });
	expect(sandbox.registrations).toHaveLength(1);
});

test.each<[INodeParameters, number, string[]]>([
	[otherEvents('ConversationComplete'), 1, ['ConversationComplete']],
	[otherEvents('SessionStarted'), 2, ['SessionStarted']],
	[
		otherEvents('SessionStarted, ConversationComplete'),
		2,
		['ConversationComplete', 'SessionStarted'],
	],
])(
	'publishing again with %j makes %i webhooks in all',
	async (parameters, webhooks, event_types) => {
		const first = await createTrigger();
		await publish(first);
		await publish(reload(first, { parameters }), 'update');
		expect(sandbox.registrations).toHaveLength(webhooks);
		expect(sandbox.registrations.at(-1)?.body).toMatchObject({ event_types });
	},
);

const masked = { personalData: 'maskNumbers' };

test.each<[INodeParameters, string, RegExp]>([
	[otherEvents(' , '), 'event-name-missing', /'Event Names'/],
	[{ ...otherEvents(' , '), options: { registration: 'manual' } }, 'event-name-missing', /Names'/],
	[{ output: 'raw', options: masked }, 'personal-data-in-raw', /'Personal Data'.*'Output' is Raw/],
])('publishing with %j fails and sends nothing', async (parameters, code, words) => {
	const host = await createTrigger({ parameters });
	await expectFailure(publish(host), code, { message: expect.stringMatching(words) });
	expect(sandbox.requests).toEqual([]);
});

test('publishing fails in n8n 2.28 and before, where each execution refreshes the token', async () => {
	const workflow = jest.requireActual<object>('n8n-workflow');
	jest.doMock('n8n-workflow', () => ({ ...workflow, evaluateJmespathQuery: undefined }));
	const { checkExists } = await restart();
	jest.dontMock('n8n-workflow');
	const manual = await createTrigger({ parameters: { options: { registration: 'manual' } } });
	await expectFailure(checkExists.call(manual.hook()), 'n8n-too-old', {
		message: expect.stringMatching(/ can end the sign-in\. .* Update n8n to 2\.30 or later\.$/),
	});
});

test('the webhook of a test is taken back also hours after it was made', async () => {
	const credential = await connectCredential(sandbox);
	await publish(await createTrigger({ credential, parameters: deleting }), 'manual');
	// n8n takes a test's webhook down in this mode, at its test URL.
	const hook = (await createTrigger({ credential, parameters: deleting })).hook('update');
	jest.spyOn(hook, 'getNodeWebhookUrl').mockReturnValue(sandbox.registrations[0]?.url);
	await later(3 * 60 * 60 * 1000, () => remove.call(hook));
	expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('what another process took back is made again', async () => {
	const first = await createTrigger({ parameters: deleting });
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
	const first = await createTrigger({ credential, parameters: deleting });
	await publish(first);
	credential.data.apiBaseUrl = String(credential.data.apiBaseUrl).replace('127.0.0.1', 'localhost');
	const hook = reload(first).hook('update');
	await expect(remove.call(hook)).resolves.toBe(true);
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);
	const { id } = Object(sandbox.registrations.at(-1));
	const begin = `Voice Agent: workflow "Host" ${hook.getWorkflow().id}, node "Voice Agent": `;
	expect(log.notes.at(-1)).toContain(`${begin}nothing was deleted`);
	expect(log.notes.at(-1)).toContain(`webhook "${id}"`);
	credential.data.apiBaseUrl = '';
	await expect(remove.call(hook)).resolves.toBe(true);
	const [failed = ''] = log.warnings;
	expect(failed).toContain(`${begin}could not ask the service to delete webhook "${id}".`);
	expect(failed).toMatch(/'API Base URL'.*Code: credential-address-invalid$/);
});

test("the log names only webhooks of the node's own", async () => {
	const first = await createTrigger();
	await publish(first);
	const webhookId = '5b1f5a1e-0000-4000-8000-000000000002';
	const second = reload(first, { webhookId, parameters: deleting });
	log.notes.length = 0;
	await expect(remove.call(second.hook('update'))).resolves.toBe(true);
	expect(log.notes).toEqual([]);
	const { credentialsHelper } = second.additionalData;
	Object(credentialsHelper).data.apiBaseUrl = '';
	await expect(remove.call(second.hook('update'))).resolves.toBe(true);
	expect(log.warnings).toEqual([
		expect.stringContaining('delete a webhook that is not remembered.'),
	]);
});

test('deactivating asks the service to delete where the user wants it', async () => {
	const asking = await createTrigger({ parameters: deleting });
	await publish(asking);
	const id = sandbox.registrations.at(-1)?.id;
	const hook = asking.hook('update');
	await expect(remove.call(hook)).resolves.toBe(true);
	const deleted = requestsEndingWith(sandbox, `/api/Webhooks/${id}`);
	expect(deleted).toMatchObject([{ method: 'DELETE' }]);
	const told = new RegExp(`did not delete webhook "${id}" \\((?:404|405)\\)`);
	expect(log.warnings).toEqual([expect.stringMatching(told)]);
	// The service knows no such operation (404 or 405): forgotten, so publishing registers anew.
	await publish(asking);
	expect(sandbox.registrations).toHaveLength(2);
	// So it is if the service did delete it, and the log says who gets no calls any more.
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 204, body: '', times: 1 });
	await expect(remove.call(hook)).resolves.toBe(true);
	expect(log.warnings).toHaveLength(1);
	const last = sandbox.registrations.at(-1)?.id;
	expect(log.notes.at(-1)).toMatch(`deleted webhook "${last}" at the service. Another n8n`);
	await publish(asking);
	expect(sandbox.registrations).toHaveLength(3);
});

test.each([
	['keep', 0],
	['tryToDelete', 1],
])(
	'unpublishing with %s succeeds though no other option can be read',
	async (onUnpublish, lines) => {
		const broken = "={{ $('Gone').item.json.x }}";
		const options = { onUnpublish, registerAgain: broken, registrationBody: broken };
		const filters = { agents: broken };
		const host = await createTrigger({ parameters: { options, filters } });
		await expectFailure(publish(host), 'parameter-invalid');
		log.warnings.length = 0;
		await expect(remove.call(host.hook('update'))).resolves.toBe(true);
		expect(log.warnings).toHaveLength(lines);
		expect(sandbox.requests).toEqual([]);
	},
);

// Which ids can be part of an address is in test/unit/net/address.
test('an id that leads elsewhere never becomes part of an address', async () => {
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 201, body: '{"id":".."}' });
	const host = await createTrigger({ parameters: deleting });
	await publish(host);
	await expect(remove.call(host.hook('update'))).resolves.toBe(true);
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);
	const told = 'the remembered ID of webhook ".." cannot be part of an address';
	expect(log.warnings).toEqual([expect.stringContaining(told)]);
});
