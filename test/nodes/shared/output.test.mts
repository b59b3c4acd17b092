import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, nextId, writeEvent } from '../../support/in-process/deliver.mts';
import { getCurrent, run as runOperation } from '../../support/in-process/driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { otherEvents } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { run, runItems } from '../VoiceAgent/conversation-driver.mts';

const record = {
	id: 'conversation-1',
	from_number: '+493090182077',
	called_by_name: 'Ada Lovelace',
	audio_url: 'https://files.example.com/a.wav',
	duration_seconds: 60,
	history: [{ role: 'User', content: 'Call me back at 030 9018 2077' }],
};

const complete = (data: object) => ({ event: 'ConversationComplete', data });

async function receive(parameters: INodeParameters, event: object = complete(record)) {
	const { result } = await deliver({ parameters }, event);
	return result.workflowData?.map((items) => items.map(({ json }) => json));
}

const ignoreDuplicates = 'off';
const personal = /9018|Ada|files\.example/;

const leftOut = { from_number: null, called_by_name: null, transcript: null, audio_url: null };
const transcript = 'User: Call me back at *** **** **77';

test.each([
	['leaveOut', leftOut, personal],
	['maskNumbers', { from_number: '+**********77', transcript }, /9018/],
	// As an API may store it.
	[null, leftOut, personal],
	['', leftOut, personal],
])('with Personal Data %j the trigger emits %j', async (personalData, shown, hidden) => {
	const items = await receive({ options: { personalData, ignoreDuplicates } });
	expect(items).toMatchObject([[{ id: 'conversation-1', duration_seconds: 60, ...shown }]]);
	expect(JSON.stringify(items)).not.toMatch(hidden);
});

test('filters and duplicates see the values all the same', async () => {
	const options = { personalData: 'leaveOut' };
	const wanted = { filters: { fromNumbers: '+4930' }, options };
	expect(await receive(wanted)).toHaveLength(1);
	expect(await receive(wanted)).toBeUndefined();
	const other = { ...record, from_number: '+493090182078' };
	expect(await receive(wanted, complete(other))).toHaveLength(1);
});

const masked = { value: '+**********77' };

test.each([
	['leaveOut', { delivery: { filter: 'From Numbers', value: null }, body: null }],
	['maskNumbers', { delivery: masked, body: { data: { id: 'conversation-1' } } }],
])('with %s a discarded item is protected, too', async (personalData, shown) => {
	const options = { personalData, ignoreDuplicates, outputDiscarded: true };
	const items = await receive({ filters: { fromNumbers: `+43${personalData.length}` }, options });
	expect(items).toMatchObject([[], [shown]]);
	const ofWord = complete({ ...record, status: '+493090182077' });
	const itemsOfWord = await receive({ filters: { statuses: 'done' }, options }, ofWord);
	expect(JSON.stringify([items, itemsOfWord])).not.toMatch(/9018/);
	expect(itemsOfWord).toMatchObject([[], [{ delivery: masked }]]);
});

test('of another event nothing is left but its name', async () => {
	const options = { personalData: 'leaveOut' };
	const parameters = { triggerOn: 'otherEvents', eventNames: 'CallStarted', options };
	const event = { event: 'CallStarted', data: record, note: 'Ada' };
	const items = await receive(parameters, event);
	expect(items).toMatchObject([[{ event: 'CallStarted', data: {} }]]);
	expect(JSON.stringify(items)).not.toMatch(personal);
});

// Publishing fails: VoiceAgentTrigger/registration.test. An expression may give another output later.
test('no number is in Raw if an option masks them', async () => {
	const options = { personalData: 'maskNumbers', ignoreDuplicates };
	expect(JSON.stringify(await receive({ output: 'raw', options }))).not.toMatch(/9018/);
});

test('Parse leaves out as the trigger does, and fails with Raw', async () => {
	const options = { personalData: 'leaveOut' };
	expect(JSON.stringify(await run(record, { operation: 'parse', options }))).not.toMatch(personal);
	await expectFailure(
		run(record, { operation: 'parse', output: 'raw', options }),
		'personal-data-in-raw',
		{ itemIndex: 0 },
	);
});

test.each([new VoiceAgentTrigger().description, new VoiceAgent().description])(
	'$displayName lists the countries by name, with their calling codes',
	({ properties }) => {
		const option = properties
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) => options)
			.find(({ name }) => name === 'defaultCountry');
		const choices = option && 'options' in option ? (option.options ?? []) : [];
		const names = choices.map(({ name }) => name);
		expect(names).toContain('Germany (+49)');
		expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
		expect(option).toMatchObject({ displayName: 'Default Country', type: 'options' });
	},
);

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

const receiveText = async (
	body: string | Buffer,
	parameters: INodeParameters = {},
	isTest = false,
) => await deliver({ parameters }, body, { isTest });

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
	expect((await receiveText(write(), parameters)).items).toMatchObject([item]);
});

test.each([
	['JSON', JSON.stringify([unnamed]), [mendedUnnamed]],
	['a text', 'no JSON \ud83d', 'no JSON \uFFFD'],
])('the output Discarded, with %s as its body', async (_, sent, body) => {
	const { discarded } = await receiveText(sent, { options: { outputDiscarded: true } }, true);
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
