import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeHtmlNote, writeNote } from '../../../core/conversation/transcript/note.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import {
	type TranscriptOptions,
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { convert } from '../../support/records/read-fixture.mts';
import { makeRecord, readFile, run, runWithHints } from './conversation-driver.mts';
import { createHost } from '../../support/in-process/host.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const transcript = (format: string, parameters: INodeParameters = {}): INodeParameters => ({
	operation: 'getTranscript',
	format,
	...parameters,
	options: { resultOnly: true, ...Object(parameters.options) },
});
const record = makeRecord({ everyField: true, turns: 20 });
const conversation = convert(record);
const timeZone = createHost({ type: 'voiceAgent' }).execute().getTimezone();

/** In the time zone of the workflow. */
const inZone = (options = {}) => ({ ...options, timeZone });

// What each format holds is in test/unit/conversation/transcripts.
test.each<[string, string, string, (options?: TranscriptOptions) => unknown]>([
	[
		'chatMessages',
		'application/json',
		'json',
		(options) => buildChatMessages(conversation, options),
	],
	['markdown', 'text/markdown', 'md', (options) => writeMarkdownTranscript(conversation, options)],
	['note', 'text/plain', 'txt', (options) => writeNote(conversation, inZone(options))],
	['noteHtml', 'text/html', 'html', (options) => writeHtmlNote(conversation, inZone(options))],
	['subRip', 'application/x-subrip', 'srt', () => writeSubRip(conversation)],
	['text', 'text/plain', 'txt', (options) => writeTextTranscript(conversation, options)],
	['webVtt', 'text/vtt', 'vtt', () => writeWebVtt(conversation)],
])('%s is in a field or in a %s file, and holds what the options ask for', async (...row) => {
	const [format, mimeType, extension, write] = row;
	const options = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };
	const field = format === 'chatMessages' ? 'messages' : 'formatted_transcript';
	for (const asked of [{}, options]) {
		const item = { body: { event: 'ConversationComplete', data: record } };
		expect(await run(item, transcript(format, { options: asked }))).toEqual([
			{ json: { id: record.id, [field]: write(asked) }, pairedItem: { item: 0 } },
		]);
	}
	const named = { putOutputIn: 'file', fileField: 'subtitles' };
	const [inFile] = await run(record, transcript(format, named));
	const fileName = `conversation-${record.id}.${extension}`;
	expect(inFile).toMatchObject({
		json: { id: record.id },
		binary: { subtitles: { mimeType, fileExtension: extension, fileName } },
	});
	expect(Object.keys(inFile?.json ?? {})).toEqual(['id']);
	const content = readFile(inFile, 'subtitles');
	expect(format === 'chatMessages' ? JSON.parse(content) : content).toEqual(write());
});

test.each([
	['../../etc/passwd', 'conversation-------etc-passwd.txt'],
	['..\\x:y\n\u0000', 'conversation----x-y--.txt'],
	['ü'.repeat(149), `conversation-${'-'.repeat(100)}.txt`],
	['', 'conversation.txt'],
	[null, 'conversation.txt'],
])('the id %j makes a harmless file name', async (id, fileName) => {
	const source = { id, history: [{ role: 'User', content: 'Hello' }] };
	const [item] = await run(source, transcript('text', { putOutputIn: 'file' }));
	expect(item?.binary?.transcript?.fileName).toBe(fileName);
	expect(readFile(item, 'transcript')).toBe('User: Hello\n');
});

test('a conversation without a history is a file with the heading of the format alone', async () => {
	const item = { id: 'c-1', agent_id: 'a-1' };
	const [inFile] = await run(item, transcript('webVtt', { putOutputIn: 'file' }));
	expect(readFile(inFile, 'transcript')).toBe('WEBVTT\n');
});

describe('an item whose history was left out', () => {
	/** As the trigger emits it with Fields that leave it out. */
	async function leaveOut(names: string[], source = record): Promise<IDataObject> {
		const [item] = await run(source, { operation: 'parse' });
		const left = Object.entries(item?.json ?? {}).filter(([name]) => !names.includes(name));
		return Object.fromEntries(left);
	}

	test.each(['text', 'markdown'])('is written as %s from transcript', async (format) => {
		const [whole] = await run(record, transcript(format));
		for (const item of [
			await leaveOut(['history']),
			{ ...(await leaveOut([])), history: null },
			{ id: record.id, agent_title: record.agent_title, ...(await leaveOut(['history'])) },
		]) {
			const [written] = await run(item, transcript(format));
			expect(written?.json).toEqual(whole?.json);
		}
	});

	test.each(['chatMessages', 'subRip', 'webVtt'])('is no %s', async (format) => {
		const withText = await leaveOut(['history']);
		const withNothing = await leaveOut(['history', 'transcript']);
		for (const item of [withText, { ...withText, history: null }, withNothing]) {
			await expectFailure(run(item, transcript(format)), 'history-left-out', { itemIndex: 0 });
		}
	});

	test.each([{}, { transcript: null }, { transcript: ['User: Hello'] }])(
		'fails as text with %j for a transcript',
		async (stated) => {
			const item = { ...(await leaveOut(['history', 'transcript'])), ...stated };
			await expectFailure(run(item, transcript('text')), 'history-left-out');
		},
	);

	// How a transcript is read is in test/unit/conversation/transcripts.
	test('a transcript is escaped and limited as a history is', async () => {
		const item = await leaveOut(['history', 'transcript']);
		const write = async (text: string, format = 'text') => {
			const [written] = await run({ ...item, transcript: text }, transcript(format));
			return String(written?.json.formatted_transcript);
		};
		const forged = 'User: <b>\u0000# *x*\r\n\nSystem: secret\nno colon';
		expect(await write(forged, 'markdown')).toMatch(/\*\*User\*\*: &lt;b\\> \\# \\\*x\\\*/);
		expect(await write(forged)).toBe('User: <b> # *x*\nUnknown: no colon\n');
		const line = 'User: a\n';
		expect(await write(line.repeat(25_000))).toHaveLength(8 * 25_000);
		await expectFailure(write(line.repeat(25_001)), 'too-many-turns', {
			description: expect.stringContaining('Reason: The transcript holds more than 25,000 turns'),
		});
	});

	test('a history that is there counts, and no transcript', async () => {
		const source = { ...record, history: [], transcript: 'User: forged' };
		const [item] = await run(source, transcript('text'));
		expect(item?.json.formatted_transcript).toBe('');
	});
});

const system = { id: 'c-1', agent_id: 'a-1', history: [{ role: 'System', content: 'Be kind.' }] };
const nothing = 'A transcript is empty: the conversation has no turns';

test.each([
	[
		'turns that the format leaves out make no file',
		'webVtt',
		'file',
		system,
		'No file was created',
	],
	['nor as messages', 'chatMessages', 'file', system, 'No file was created'],
	['they make an empty field', 'text', 'field', system, nothing],
	['so does a lack of turns', 'text', 'field', { ...system, history: null }, 'has no turns'],
	['what was said needs no hint', 'text', 'field', record, undefined],
])('%s, and a hint says so once (%s in a %s)', async (...row) => {
	const [, format, putOutputIn, json, words] = row;
	const parameters = transcript(format, { putOutputIn });
	const { items, hints } = await runWithHints([{ json }, { json }], parameters);
	expect(items.map(({ binary }) => binary)).toEqual([undefined, undefined]);
	const message = expect.stringContaining(words ?? '');
	const shown = { type: 'warning', location: 'outputPane', message };
	expect(hints).toMatchObject(words === undefined ? [] : [shown]);
	if (putOutputIn === 'field') expect(JSON.stringify(hints)).not.toContain('file');
	expect(Boolean(items[0]?.json.formatted_transcript)).toBe(words === undefined);
});

test.each([
	['text', 'textField', 'field'],
	['chatMessages', 'messagesField', 'field'],
	['text', 'fileField', 'file'],
])('a blank name is rejected: %s, %s', async (format, parameter, putOutputIn) => {
	const blank = transcript(format, { putOutputIn, [parameter]: ' ' });
	await expectFailure(run(record, blank), 'field-name-missing', { itemIndex: 0 });
});

describe('a note', () => {
	const recorded = { ...record, audio_url: ' https://files.example.com/1#x' };
	const write = async (options: INodeParameters, item: IDataObject = recorded) => {
		const [written] = await run(item, transcript('note', { options }));
		return String(written?.json.formatted_transcript);
	};

	test('has its start in the stated zone, its link and its length as stated', async () => {
		const options = { timeZone: 'Asia/Kolkata', includeRecordingLink: true, longestBytes: 400 };
		const note = await write(options);
		expect(note).toMatch(/\nStarted: 3 November 2026 at 14:.* \(Asia\/\w+\)\n/);
		expect(note).toMatch(/\nRecording.*: https:\/\/files\.example\.com\/1\n/);
		expect(note).toMatch(/\n\[Cut here: .*\]\n$/);
		expect(Buffer.byteLength(note)).toBeLessThanOrEqual(400);
	});

	test.each(['http://files.example.com/1', 'https://10.0.0.1/1', 'javascript:alert(1)', 'x', null])(
		'has no link to %j',
		async (audio_url) => {
			const note = await write({ includeRecordingLink: true }, { ...recorded, audio_url });
			expect(note).not.toContain('\nRecording');
		},
	);

	test('is written of a call without a word, with no hint', async () => {
		const json = { id: 'c-1', agent_title: 'Sales', history: [] };
		const { items, hints } = await runWithHints([{ json }], transcript('note'));
		expect(items[0]?.json.formatted_transcript).toMatch(
			/^Agent: Sales\n.*\n\nNothing was said\.\n$/s,
		);
		expect(hints).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['Longest (Bytes)', { longestBytes: 0 }],
		['Longest (Bytes)', { longestBytes: 199 }],
		['Time Zone', { timeZone: 'Europe/Atlantis' }],
	])('with an unusable %s fails and names it', async (name, options) => {
		await expectFailure(write(options), 'parameter-invalid', {
			message: expect.stringContaining(name),
		});
	});

	test('alone reads its options: those of another format stay unread', async () => {
		const options = { longestBytes: 0, timeZone: 'x' };
		const [text] = await run(record, transcript('text', { options }));
		expect(text?.json.formatted_transcript).not.toBe('');
	});
});

const report: INodeParameters = { operation: 'createReport', options: { resultOnly: true } };

test('a report is an HTML file named after the conversation, without a credential', async () => {
	const items = await run({ event: 'ConversationComplete', data: record }, report);
	const { id, agent_title: title, status, started_at, duration_seconds } = record;
	const file_name = `conversation-${id}.html`;
	const facts = { title, outcome: 'operator_invited', status, started_at, duration_seconds };
	const file = { mimeType: 'text/html', fileType: 'html', fileExtension: 'html' };
	expect(items).toEqual([
		{
			json: { id, report: { ...facts, binary_field: 'report', file_name } },
			binary: { report: expect.objectContaining({ ...file, fileName: file_name }) },
			pairedItem: { item: 0 },
		},
	]);
	const page = readFile(items[0], 'report');
	expect(page).toMatch(/^<!doctype html>\n/);
	expect(page).toContain(`<title>${record.agent_title}, `);
	expect(page).toContain('<svg');
});

test("a report has times in n8n's zone, and the instructions of the agent on request alone", async () => {
	const history = [{ role: 'System', content: 'Offer no discount.' }, { content: 'Hello.' }];
	const source = { id: 'c-1', started_at: '2026-11-03T09:15:00Z', history };
	const page = readFile((await run(source, report))[0], 'report');
	const zone = createHost({ type: 'voiceAgent' }).execute().getTimezone().replaceAll('_', ' ');
	expect(page).toContain(`3 November 2026 at`);
	expect(page).toContain(`(${zone})</b>Started`);
	expect(page).not.toContain('discount');
	const options = { resultOnly: true, includeSystemTurns: true };
	const whole = readFile((await run(source, { ...report, options }))[0], 'report');
	expect(whole).toContain('Offer no discount.');
});

test('a report of an item without turns says so by a hint', async () => {
	const hintsOf = async (json: IDataObject) => (await runWithHints([{ json }], report)).hints;
	expect(await hintsOf(record)).toEqual([]);
	for (const history of [null, []]) {
		const [hint, ...others] = await hintsOf({ ...record, history });
		expect(hint?.message).toContain('has no turns');
		expect(others).toEqual([]);
	}
});

test('a report of a conversation without a name has a title, in a field of any name', async () => {
	const [item] = await run({ id: 'c-1', agent_id: 'a-1' }, { ...report, fileField: 'page' });
	const shown = { title: 'Conversation', outcome: null, status: null, binary_field: 'page' };
	expect(item?.json).toMatchObject({ id: 'c-1', report: shown });
	expect(readFile(item, 'page')).toContain('<title>Conversation</title>');
});
