import type { IBinaryKeyData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { URL_FIELDS } from '../../../../core/conversation/conversation';
import { isFiniteNumber, readProperty } from '../../../../core/json';
import {
	listRecordingLinks,
	RECORDING_TRACKS,
	type RecordingTrack,
} from '../../../../core/recording/links';
import { readAddress } from '../../../shared/addresses';
import { findCredential } from '../../../shared/credential';
import { throwNodeError } from '../../../shared/errors';
import { declareChoices, declareOptions, declareText } from '../../../shared/parameters';
import type { ParameterReader } from '../../../shared/read-parameters';
import { addHint, declareFileField, prepareItem, resultOnlyField } from '../../result';
import { declareSource, readItem } from '../../source';
import type { Operation } from '../operation';
import { downloadTrack, explainMissing, nameBinaryField, type TrackReport } from './track';

const TRACKS: Record<RecordingTrack, readonly [name: string, description: string]> = {
	agent: ['Agent', 'Only the agent'],
	conversation: ['Conversation', 'Everyone together'],
	synthesized: ['Synthesized', 'The synthetic user of an agent test'],
	user_cleaned: ['User Cleaned', 'Only the user, without noise'],
	user_raw: ['User Raw', 'Only the user, as recorded'],
};

const urlFields = [
	...RECORDING_TRACKS.map((track) => ({
		displayName: `${TRACKS[track][0]} URL`,
		name: track,
		description: `Link to this track, as in the field ${URL_FIELDS[track]}`,
	})),
	{
		displayName: 'Conversation ID',
		name: 'conversationId',
		description: 'ID to use in the file names',
	},
	{
		displayName: 'Expires At',
		name: 'expiresAt',
		placeholder: 'e.g. 2026-11-21T10:00:00.000Z',
		description: 'When the links expire (audio_url_expires_at)',
	},
]
	.toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1))
	.map((field): INodeProperties => ({ ...field, type: 'string', default: '' }));

const BYTES_PER_MEGABYTE = 1_000_000;
const DEFAULT_MAX_MEGABYTES = 500;
const DEFAULT_TIME_LIMIT_SECONDS = 300;
/** A timer of a month would overflow and end at once. */
const MAX_TIME_LIMIT_SECONDS = 86_400;

const downloadOptions: INodeProperties[] = [
	declareText(
		'privateHosts',
		'Allow Hosts on Private Network',
		'storage.internal, 10.0.0.5:9000',
		'Hosts of recordings that n8n may reach on this machine or a private network, separated by commas. Write each as it is in the link, with its port.',
	),
	{
		displayName: 'If a Track Is Missing',
		name: 'ifMissing',
		type: 'options',
		options: declareChoices({
			continue: [
				'Continue With the Others',
				'Report it in the output. Fail only if nothing could be downloaded.',
			],
			continueWithoutAny: [
				'Continue Without Any',
				'Report it in the output, even if the conversation has none of the tracks',
			],
			fail: ['Fail', 'Fail if any of the tracks is missing'],
		}),
		default: 'continue',
		description: 'What to do if the conversation does not have a selected track',
	},
	{
		displayName: 'Maximum Size (MB)',
		name: 'maximumSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_MEGABYTES,
		description:
			'Maximum size of one recording. A larger one is rejected, and nothing of it is kept.',
	},
	resultOnlyField,
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_TIME_LIMIT_SECONDS },
		default: DEFAULT_TIME_LIMIT_SECONDS,
		description: 'Maximum time for one recording, from the request to the last byte',
	},
];

const fields: INodeProperties[] = [
	...declareSource('Where to find the links to the recordings', [
		{ name: 'URLs', value: 'urls', description: 'Links that you enter one by one' },
	]),
	{
		displayName: 'Tracks',
		name: 'tracks',
		type: 'multiOptions',
		required: true,
		options: declareChoices(TRACKS),
		default: ['conversation'],
		displayOptions: { show: { source: ['item', 'field'] } },
		description: 'Which recordings of the conversation to download',
	},
	{
		displayName: 'URLs',
		name: 'urls',
		type: 'collection',
		placeholder: 'Add URL',
		default: {},
		displayOptions: { show: { source: ['urls'] } },
		description: 'The links to download, usually as expressions',
		options: urlFields,
	},
	{
		...declareFileField('binaryField', 'recording'),
		hint: 'The name of the output binary field to put the file in. Tracks other than the conversation add their name, as in recording_agent.',
	},
	declareOptions(downloadOptions),
];

const NOT_ALL_DOWNLOADED =
	'Some recordings were not downloaded. The field recordings.tracks says why.';

export const download: Operation = {
	name: 'Download',
	action: 'Download recording',
	description: 'Download recordings of a conversation as binary files',
	isNoTool: true,
	fields,
	async execute(context, parameters) {
		const { conversationId, links } = parameters.is('source', 'urls')
			? readUrls(parameters)
			: readItemLinks(context, parameters);
		if (links.length === 0) throwNodeError(context, 'recording-track-not-selected');
		const binaryPrefix =
			parameters.text('binaryField') ?? throwNodeError(context, 'field-name-missing');
		const options = readDownloadSettings(parameters);
		const stated = readStatedFiles(context.getInputData()[parameters.itemIndex]?.json.recordings);
		const emit = prepareItem(context, parameters, conversationId, {
			fields: stated === undefined ? ['recordings'] : [],
			files: links
				.map((link) => nameBinaryField(link, binaryPrefix))
				.filter((name) => !stated?.includes(name)),
		});
		const missing = links.filter(({ url }) => url === null);
		if (options.onMissing === 'fail' && missing.length > 0) {
			const detail = `Tracks: ${missing.map(({ track }) => track).join(', ')}`;
			throwNodeError(context, explainMissing(missing), { detail });
		}
		// The credential need not be connected: no token is sent.
		const credential = await findCredential(context);
		const apiBaseUrl = credential && readAddress(context, credential, 'apiBaseUrl');
		const files: IBinaryKeyData = {};
		const settings = { conversationId, binaryPrefix, apiBaseUrl, files, ...options };
		const tracks: TrackReport[] = [];
		for (const link of links) tracks.push(await downloadTrack(context, link, settings));
		requireDownload(context, tracks, options.onMissing);
		const downloaded = tracks.filter(({ status }) => status === 'downloaded').length;
		if (downloaded < tracks.length) addHint(context, NOT_ALL_DOWNLOADED);
		return [emit({ recordings: { downloaded, tracks } }, files)];
	},
};

export function readDownloadSettings({ number, list, choice }: ParameterReader) {
	const megabytes = number('options.maximumSize', DEFAULT_MAX_MEGABYTES);
	const seconds = number('options.timeLimit', DEFAULT_TIME_LIMIT_SECONDS);
	return {
		maxBytes: Math.floor(megabytes * BYTES_PER_MEGABYTE),
		timeLimitMs: Math.ceil(seconds * 1000),
		privateHosts: list('options.privateHosts'),
		onMissing: choice('options.ifMissing', ['continueWithoutAny', 'fail'], 'continue'),
	};
}

/** The binary fields of an earlier report, which this Download replaces, as in a loop; `undefined` without one. */
function readStatedFiles(recordings: unknown): unknown[] | undefined {
	const tracks = readProperty(recordings, 'tracks');
	if (!isFiniteNumber(readProperty(recordings, 'downloaded')) || !Array.isArray(tracks)) return;
	const files = tracks.map((track: unknown) => readProperty(track, 'binary_field'));
	return files.length === 0 || files.includes(undefined) ? undefined : files;
}

/** Throws if nothing was downloaded, unless all tracks are missing and the user allows that. */
function requireDownload(
	context: IExecuteFunctions,
	reports: TrackReport[],
	onMissing: ReturnType<typeof readDownloadSettings>['onMissing'],
): void {
	if (reports.some(({ status }) => status === 'downloaded')) return;
	const areAllMissing = reports.every(({ status }) => status === 'missing');
	if (areAllMissing && onMissing === 'continueWithoutAny') return;
	const [code, ...others] = new Set(reports.flatMap(({ code }) => code ?? []));
	const isOneReason = code !== undefined && others.length === 0;
	throwNodeError(context, isOneReason ? code : 'recordings-not-downloaded', {
		httpStatus: reports.length === 1 ? (reports[0]?.http_status ?? undefined) : undefined,
		detail: reports.map(describeReport).join('; '),
	});
}

function readUrls({ has, text }: ParameterReader) {
	const read = (name: string) => text(`urls.${name}`) ?? null;
	// A URL field that was added but left empty is a missing track; without the field, nobody asked for it.
	const tracks = RECORDING_TRACKS.filter((track) => has(`urls.${track}`));
	const expiresAt = read('expiresAt');
	return {
		conversationId: read('conversationId'),
		links: tracks.map((track) => ({ track, url: read(track), expiresAt, isAnnounced: false })),
	};
}

function readItemLinks(context: IExecuteFunctions, parameters: ParameterReader) {
	const selected = parameters.list('tracks');
	const { conversation } = readItem(context, parameters);
	return { conversationId: conversation.id, links: listRecordingLinks(conversation, selected) };
}

function describeReport({ track, code, url_host, http_status }: TrackReport): string {
	const facts = [code, url_host, http_status === null ? null : `status ${http_status}`];
	return `${track}: ${facts.filter(Boolean).join(', ')}`;
}
