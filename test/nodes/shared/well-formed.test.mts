import type { INodeParameters } from 'n8n-workflow';
import { getCurrent, run as runOperation } from '../../support/in-process/driver.mts';
import { deliver, nextId, writeEvent } from '../../support/in-process/deliver.mts';
import { otherEvents } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { run, runItems } from '../VoiceAgent/conversation-driver.mts';

// What databases and models reject: U+0000, and half of a character. Only Raw holds what a sender wrote. Which
// texts change: test/unit/json. That no other output holds them: test/unit/conversation/build-output-items.
const sandbox = useSandbox();

const odd = (name: string) => `${name} \ud83d \u0000 \udc00`;
const mended = (name: string) => `${name} \uFFFD \uFFFD \uFFFD`;

const createData = () => ({
	id: nextId(),
	agent_title: odd('title'),
	url_parameters: { [odd('key')]: odd('value') },
	[odd('unknown')]: [{ [odd('inside')]: odd('text') }],
	history: [{ role: odd('User'), content: odd('spoken') }],
});
const mendedData = {
	agent_title: mended('title'),
	url_parameters: { [mended('key')]: mended('value') },
	additional_fields: { [mended('unknown')]: [{ [mended('inside')]: mended('text') }] },
	history: [{ role: mended('User'), content: mended('spoken') }],
};
const unnamed = { [odd('name')]: odd('value') };
const mendedUnnamed = { [mended('name')]: mended('value') };

const receive = async (body: string | Buffer, parameters: INodeParameters = {}, isTest = false) =>
	await deliver({ parameters }, body, { isTest });

const beside = () => ({ ...JSON.parse(writeEvent()), ...unnamed });

test.each<[string, () => string, INodeParameters, object]>([
	['a conversation', () => writeEvent(createData()), {}, mendedData],
	[
		'Raw',
		() => writeEvent(createData()),
		{ output: 'raw' },
		{ data: { agent_title: odd('title') } },
	],
	[
		'an event of another name',
		() => writeEvent(unnamed, 'SessionStarted'),
		otherEvents('SessionStarted'),
		{ data: mendedUnnamed },
	],
	[
		'what stands beside the record',
		() => JSON.stringify(beside()),
		{},
		{ delivery: { envelope: mendedUnnamed } },
	],
])('the trigger emits %s', async (_, write, parameters, item) => {
	expect((await receive(write(), parameters)).items).toMatchObject([item]);
});

test.each([
	['JSON', JSON.stringify([unnamed]), [mendedUnnamed]],
	['a text', 'no JSON \ud83d', 'no JSON \uFFFD'],
])('the output Discarded, with %s as its body', async (_, sent, body) => {
	const { discarded } = await receive(sent, { options: { outputDiscarded: true } }, true);
	expect(discarded).toMatchObject([{ body }]);
});

test.each([
	['parse', mendedData],
	['createReport', { agent_title: odd('title'), report: { title: mended('title') } }],
])('%s mends what the operation makes, and nothing else of the item', async (operation, json) => {
	expect(await run(createData(), { operation })).toMatchObject([{ json }]);
});

test('what the service answers', async () => {
	// Text stays text, also if it looks like a value of another type.
	const texts = { id: 'u', email_verified: 'true', updated_at: '1700000000' };
	const body = JSON.stringify({ ...texts, ...unnamed });
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('status', { target: 'users-me', status: 200, body });
	expect(await runOperation(getCurrent, credential)).toMatchObject({ ...texts, ...mendedUnnamed });
});

test('an item from the service goes on unchanged behind Create Sample', async () => {
	const item = { json: { event: 'ConversationComplete', data: createData() } };
	const [passed] = await runItems([item], { operation: 'createSample' });
	expect(passed?.json).toEqual(item.json);
});
