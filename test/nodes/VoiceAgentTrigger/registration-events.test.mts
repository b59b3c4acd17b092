import type { INodeParameters } from 'n8n-workflow';
import { otherEvents } from '../host/host.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import { publish, reload, useTriggers } from './registration-driver.mts';

const sandbox = useSandbox();
const createTrigger = useTriggers(sandbox);

test('other events are registered by their names, in whatever order they are entered', async () => {
	const parameters = otherEvents('SessionStarted, ConversationComplete');
	const first = await createTrigger({ parameters });
	await publish(first);
	const events = ['ConversationComplete', 'SessionStarted'];
	expect(sandbox.registrations.map(({ body }) => body.event_types)).toEqual([events]);
	const reordered = otherEvents('ConversationComplete,SessionStarted');
	await publish(reload(first, { parameters: reordered }), 'update');
	expect(sandbox.registrations).toHaveLength(1);
});

test.each<[string, INodeParameters, number]>([
	[
		'ConversationComplete as an other event is the same webhook',
		otherEvents('ConversationComplete'),
		1,
	],
	['another event is another webhook', otherEvents('SessionStarted'), 2],
	['one more event is another webhook', otherEvents('ConversationComplete, SessionStarted'), 2],
])('%s', async (_, parameters, webhooks) => {
	const first = await createTrigger();
	await publish(first);
	await publish(reload(first, { parameters }), 'update');
	expect(sandbox.registrations).toHaveLength(webhooks);
});

test('without the name of an event, publishing fails and sends nothing', async () => {
	const host = await createTrigger({ parameters: otherEvents(' , ') });
	await expect(publish(host)).rejects.toMatchObject({
		message: expect.stringContaining('No event is named'),
		context: { code: 'registration-body-invalid' },
	});
	expect(sandbox.requests).toEqual([]);
});

test('a service that rejects several events says so, with where to change them', async () => {
	const rejection = {
		target: 'webhooks',
		status: 400,
		body: JSON.stringify({ detail: 'event_types must hold exactly one event.' }),
	} as const;
	await sandbox.switchOnFault('status', rejection);
	const host = await createTrigger({
		parameters: otherEvents('SessionStarted, ConversationComplete'),
	});
	await expect(publish(host)).rejects.toMatchObject({
		message: expect.stringMatching(
			/event_types must hold exactly one event\..*names 2 events.*leave one in Event Names.*Options → Registration Body/,
		),
		context: { code: 'registration-rejected' },
	});
	// With one event that advice would lead astray.
	const one = await createTrigger({ parameters: otherEvents('SessionStarted') });
	await expect(publish(one)).rejects.toMatchObject({
		message: expect.not.stringContaining('Event Names'),
		context: { code: 'registration-rejected' },
	});
	expect(sandbox.registrations).toEqual([]);
});
