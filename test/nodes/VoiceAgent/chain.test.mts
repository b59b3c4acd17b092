import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { run, runItems } from './conversation-driver.mts';
import { download } from '../../support/in-process/recording-driver.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const sandbox = useSandbox();

const transcript: INodeParameters = { operation: 'getTranscript' };
const subtitles: INodeParameters = { ...transcript, format: 'webVtt', putOutputIn: 'file' };
const report: INodeParameters = { operation: 'createReport' };

async function parse(output: string): Promise<INodeExecutionData> {
	const record = JSON.parse(JSON.stringify(sandbox.createRecord({ seed: 3, withRecording: true })));
	const [item] = await run(
		{ event: 'ConversationComplete', data: record },
		{ operation: 'parse', output },
	);
	if (item === undefined) throw new Error('Nothing was parsed.');
	return item;
}

test.each(['conversation', 'raw'])(
	'Download, Get Transcript and Create Report follow one another on %s',
	async (output) => {
		const item = await parse(output);
		const downloaded = await download({}, { apiBaseUrl: sandbox.url, items: [item] });
		const written = await runItems(downloaded, transcript);
		const subtitled = await runItems(written, subtitles);
		const [last] = await runItems(subtitled, report);
		expect(last?.json).toEqual({
			...item.json,
			recordings: { downloaded: 1, tracks: [expect.objectContaining({ status: 'downloaded' })] },
			formatted_transcript: expect.stringMatching(/^Assistant: /),
			report: expect.objectContaining({ binary_field: 'report' }),
		});
		expect(Object.keys(last?.binary ?? {})).toEqual(['recording', 'transcript', 'report']);
		// What was added on the way is no part of the conversation.
		const [again] = await runItems([last ?? { json: {} }], { operation: 'parse', output });
		expect(again?.json).toEqual(item.json);
	},
);

test('a few selected fields of a Conversation are enough for its words, and for Parse', async () => {
	const { json } = await parse('conversation');
	const names = ['id', 'agent_title', 'transcript', 'outcome', 'customer_number'];
	const selected = Object.fromEntries(names.map((name) => [name, json[name] ?? null]));
	const [parsed] = await run(selected, { operation: 'parse' });
	expect(parsed?.json).toMatchObject({ ...selected, history: null });
	const [text] = await run(selected, transcript);
	expect(text?.json).toMatchObject({ formatted_transcript: `${String(json.transcript)}\n` });
	const [markdown] = await run(selected, { ...transcript, format: 'markdown' });
	expect(markdown?.json.formatted_transcript).toMatch(/^# .*\n\n.*Assistant/s);
	await expectFailure(run(selected, { ...transcript, format: 'webVtt' }), 'history-left-out', {
		description: expect.stringContaining('the field history'),
	});
});

test.each([
	['field', 'formatted_transcript', transcript],
	['field', 'report', report],
	['file', 'transcript', subtitles],
	['file', 'report', report],
	['file', 'recording', { resource: 'recording', operation: 'download' }],
])('a %s %s that the item has already is not overwritten', async (kind, name, parameters) => {
	const { json } = await parse('conversation');
	const file = { data: '', mimeType: 'text/plain' };
	const given =
		kind === 'file' ? { json, binary: { [name]: file } } : { json: { ...json, [name]: null } };
	const credential = new StoredCredential({ apiBaseUrl: sandbox.url });
	await expectFailure(runItems([given], parameters, { credential }), 'field-name-taken', {
		message: expect.stringContaining(`'${name}'`),
	});
	expect(sandbox.requests).toEqual([]);
	const alone = { ...parameters, options: { resultOnly: true } };
	const [item] = await runItems([given], alone, { credential });
	expect(item?.json.id).toBe(json.id);
});

test('Download can be repeated until all tracks are there, and replaces what it stated', async () => {
	const item = await parse('conversation');
	const json = { ...item.json, agent_audio_url: item.json.audio_url };
	const tracks = { tracks: ['conversation', 'agent'] };
	const settings = { apiBaseUrl: sandbox.url };
	await sandbox.switchOnFault('status', { target: 'recordings', status: 404, times: 1 });
	const [once] = await download(tracks, { ...settings, items: [{ ...item, json }] });
	expect(once?.json.recordings).toMatchObject({ downloaded: 1 });
	const [twice] = await download(tracks, { ...settings, items: [once ?? { json: {} }] });
	expect(twice?.json).toEqual({ ...json, recordings: expect.objectContaining({ downloaded: 2 }) });
	expect(Object.keys(twice?.binary ?? {})).toEqual(['recording_agent', 'recording']);
	// A file of somebody else stays.
	const prefixed = { ...tracks, binaryField: 'photo' };
	const binary = { ...twice?.binary, photo: { data: '', mimeType: 'image/png' } };
	const given = { json: twice?.json ?? {}, binary };
	const failure = download(prefixed, { ...settings, items: [given] });
	await expectFailure(failure, 'field-name-taken', { message: expect.stringContaining("'photo'") });
});

test.each([
	[{ downloaded: 1 }],
	[{ downloaded: 0, tracks: [] }],
	[{ downloaded: 1, tracks: [{ track: 'conversation' }] }],
	[{ tracks: [{ track: 'conversation', binary_field: 'recording' }] }],
	['recording'],
])('recordings of the user are not overwritten: %j', async (recordings) => {
	const { json } = await parse('conversation');
	const items = [{ json: { ...json, recordings } }];
	const failure = download({}, { apiBaseUrl: sandbox.url, items });
	await expectFailure(failure, 'field-name-taken', {
		message: expect.stringContaining("'recordings'"),
	});
});

test('a recording of Simplified can be downloaded', async () => {
	const item = await parse('simplified');
	const [last] = await download({}, { apiBaseUrl: sandbox.url, items: [item] });
	expect(last?.json).toMatchObject({ ...item.json, recordings: { downloaded: 1 } });
});

test.each(['A', 'B'])('a sample of shape %s goes the same way as a call', async (shape) => {
	const sample = { operation: 'createSample', shape };
	const [item] = await runItems([{ json: {} }], sample);
	expect(item?.json).toMatchObject({ shape, customer_number: expect.stringMatching(/^\+\d+$/) });
	const [written] = await runItems([item ?? { json: {} }], transcript);
	const expected = { ...item?.json, transcript: expect.stringContaining('User: ') };
	expect(written?.json).toMatchObject(expected);
	const [row] = await runItems([{ json: {} }], { ...sample, output: 'flat' });
	expect(row?.json.transcript).toBe(item?.json.transcript);
});
