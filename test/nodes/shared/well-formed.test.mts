import type { INodeParameters } from 'n8n-workflow';
import { OUTPUTS } from '../../../core/conversation/outputs.ts';
import { getCurrent, run as runOperation } from '../../support/in-process/driver.mts';
import { deliver, nextId, writeEvent } from '../../support/in-process/deliver.mts';
import { createHost, otherEvents } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { run, runItems } from '../VoiceAgent/conversation-driver.mts';

// What databases and models reject: U+0000, and half of a character. Only Raw holds what a sender wrote.
const sandbox = useSandbox();

/** Every text and every name of a field that is inside. */
function listTexts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value)].flatMap(
		listTexts,
	);
}

/** UTF-8 cannot hold half of a character. */
const listUnfit = (value: unknown) =>
	listTexts(value).filter(
		(text) => Buffer.from(text).toString() !== text || text.charCodeAt(text.indexOf('\0')) === 0,
	);

const odd = (name: string) => `${name} \ud83d \u0000 \udc00`;
const mended = (name: string) => `${name} \uFFFD \uFFFD \uFFFD`;

const createData = () => ({
	id: `${nextId()}${odd('')}`,
	agent_title: odd('title'),
	url_parameters: { [odd('key')]: odd('value') },
	[odd('unknown')]: [{ [odd('inside')]: odd('text') }],
	history: [
		{ role: odd('User'), content: odd('spoken'), kind: 'Message' },
		{
			...{ role: 'Agent', tool_name: odd('find'), tool_call_id: odd('1') },
			tool_arguments_json: JSON.stringify({ [odd('a')]: odd('b') }),
			tool_output: odd('found'),
		},
	],
});

const receive = async (body: string | Buffer, parameters: INodeParameters = {}, isTest = false) =>
	await deliver(createHost({ type: 'voiceAgentTrigger', parameters }), body, { isTest });

test.each(OUTPUTS)('the trigger with the output %s', async (output) => {
	const { items } = await receive(writeEvent(createData()), { output });
	expect(JSON.stringify(items)).toContain('title');
	expect(listUnfit(items).length > 0).toBe(output === 'raw');
});

test('the trigger replaces them alone: every other character stays', async () => {
	const text = 'whole 😀 \\u0000 \\\\ud800 \uFFFD';
	const { items } = await receive(writeEvent({ ...createData(), campaign_name: text }));
	expect(items).toMatchObject([
		{
			agent_title: mended('title'),
			campaign_name: text,
			url_parameters: { [mended('key')]: mended('value') },
			additional_fields: { [mended('unknown')]: [{ [mended('inside')]: mended('text') }] },
		},
	]);
});

test('the trigger with an event of another name', async () => {
	const { items } = await receive(
		writeEvent({ [odd('name')]: odd('value') }, 'SessionStarted'),
		otherEvents('SessionStarted'),
	);
	expect(items).toMatchObject([{ data: { [mended('name')]: mended('value') } }]);
});

test('the trigger with what stands beside the record', async () => {
	const body = JSON.stringify({ ...JSON.parse(writeEvent()), [odd('sent')]: odd('by') });
	const { items } = await receive(body);
	expect(items).toMatchObject([{ delivery: { envelope: { [mended('sent')]: mended('by') } } }]);
});

test.each([
	[
		'JSON',
		JSON.stringify([{ [odd('name')]: odd('value') }]),
		[{ [mended('name')]: mended('value') }],
	],
	['a text', 'no JSON \ud83d', 'no JSON \uFFFD'],
])('the output Discarded, with %s as its body', async (_, sent, body) => {
	const { discarded } = await receive(sent, { options: { outputDiscarded: true } }, true);
	expect(discarded).toMatchObject([{ body }]);
});

describe('the action node', () => {
	test.each(OUTPUTS)('Parse with the output %s', async (output) => {
		const items = await run(createData(), { operation: 'parse', output });
		expect(JSON.stringify(items)).toContain('title');
		expect(listUnfit(items).length > 0).toBe(output === 'raw');
	});

	test.each(['text', 'markdown', 'chatMessages', 'webVtt'])(
		'a transcript as %s',
		async (format) => {
			const options = { resultOnly: true, includeToolCalls: true };
			const items = await run(createData(), { operation: 'getTranscript', format, options });
			expect(JSON.stringify(items)).toContain('spoken');
			expect(listUnfit(items)).toEqual([]);
		},
	);

	test('a report, and what it passes on of the item unchanged', async () => {
		const item = { ...createData(), mine: odd('mine') };
		const options = { resultOnly: false };
		const [passed] = await run(item, { operation: 'createReport', options });
		expect(listUnfit(passed?.json.report)).toEqual([]);
		expect(passed?.json).toMatchObject({ mine: odd('mine'), report: { title: mended('title') } });
	});

	test('a whole character is never cut', async () => {
		const history = [{ role: 'Agent', tool_name: `${'n'.repeat(62)}😀😀`, tool_output: 'x' }];
		const parameters = { operation: 'getTranscript', options: { includeToolCalls: true } };
		const [item] = await run({ id: '1', history }, parameters);
		expect(item?.json.formatted_transcript).toContain(`${'n'.repeat(62)}…`);
		expect(listTexts(item?.json).join('')).not.toContain('\uFFFD');
	});

	test('what the service answers', async () => {
		const body = JSON.stringify({ id: 'u', [odd('name')]: odd('of a user') });
		const credential = await connectCredential(sandbox);
		await sandbox.switchOnFault('status', { target: 'users-me', status: 200, body });
		const user = await runOperation(getCurrent, credential);
		expect(user).toMatchObject({ id: 'u', [mended('name')]: mended('of a user') });
	});

	test('an item from the service goes on unchanged behind Create Sample', async () => {
		const item = { json: { event: 'ConversationComplete', data: createData() } };
		const [passed] = await runItems([item], { operation: 'createSample' });
		expect(passed?.json).toEqual(item.json);
	});
});
