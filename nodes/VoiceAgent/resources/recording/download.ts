import type { IBinaryKeyData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { hasCredential, readAddress, readCredential } from '../../../shared/credential';
import { addHint, describeSource, prepareItem, readFieldName, resultOnlyField } from '../../items';
import type { Operation } from '../operation';
import { readLinks, requireDownload, requireTracks } from './links';
import { readDownloadSettings } from './settings';
import { downloadTrack, nameBinaryField, type TrackReport } from './track';

const urlFields: INodeProperties[] = [
	{
		displayName: 'Agent URL',
		name: 'agent',
		type: 'string',
		default: '',
		description: "Link to the agent's track (agent_audio_url)",
	},
	{
		displayName: 'Conversation ID',
		name: 'conversationId',
		type: 'string',
		default: '',
		description: 'ID to use in the file names',
	},
	{
		displayName: 'Conversation URL',
		name: 'conversation',
		type: 'string',
		default: '',
		description: 'Link to the whole conversation (audio_url)',
	},
	{
		displayName: 'Expires At',
		name: 'expiresAt',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11-21T10:00:00.000Z',
		description: 'When the links expire (audio_url_expires_at)',
	},
	{
		displayName: 'Synthesized URL',
		name: 'synthesized',
		type: 'string',
		default: '',
		description: 'Link to the synthesized track (synthesized_audio_url)',
	},
	{
		displayName: 'User Cleaned URL',
		name: 'user_cleaned',
		type: 'string',
		default: '',
		description: "Link to the user's cleaned track (user_cleaned_audio_url)",
	},
	{
		displayName: 'User Raw URL',
		name: 'user_raw',
		type: 'string',
		default: '',
		description: "Link to the user's raw track (user_raw_audio_url)",
	},
];

const downloadOptions: INodeProperties[] = [
	{
		displayName: 'Allow Hosts on Private Network',
		name: 'privateHosts',
		type: 'string',
		default: '',
		placeholder: 'e.g. storage.internal, 10.0.0.5:9000',
		description:
			'Hosts of recordings that n8n may reach on this machine or a private network, separated by commas. Write each as it is in the link, with its port.',
	},
	{
		displayName: 'If a Track Is Missing',
		name: 'ifMissing',
		type: 'options',
		options: [
			{
				name: 'Continue With the Others',
				value: 'continue',
				description: 'Report it in the output. Fail only if nothing could be downloaded.',
			},
			{
				name: 'Continue Without Any',
				value: 'continueWithoutAny',
				description: 'Report it in the output, even if the conversation has none of the tracks',
			},
			{ name: 'Fail', value: 'fail', description: 'Fail if any of the tracks is missing' },
		],
		default: 'continue',
		description: 'What to do if the conversation does not have a selected track',
	},
	{
		displayName: 'Maximum Size (MB)',
		name: 'maximumSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 500,
		description:
			'Maximum size of one recording. A larger one is rejected, and nothing of it is kept.',
	},
	resultOnlyField,
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 86400 },
		default: 300,
		description: 'Maximum time for one recording, from the request to the last byte',
	},
];

const fields: INodeProperties[] = [
	...describeSource('Where to find the links to the recordings', [
		{ name: 'URLs', value: 'urls', description: 'Links that you enter one by one' },
	]),
	{
		displayName: 'Tracks',
		name: 'tracks',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'Agent', value: 'agent', description: 'Only the agent' },
			{ name: 'Conversation', value: 'conversation', description: 'Everyone together' },
			{
				name: 'Synthesized',
				value: 'synthesized',
				description: 'The synthetic user of an agent test',
			},
			{
				name: 'User Cleaned',
				value: 'user_cleaned',
				description: 'Only the user, without noise',
			},
			{ name: 'User Raw', value: 'user_raw', description: 'Only the user, as recorded' },
		],
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
		displayName: 'Put Output File in Field',
		name: 'binaryField',
		type: 'string',
		default: 'recording',
		required: true,
		hint: 'The name of the output binary field to put the file in. Tracks other than the conversation add their name, as in recording_agent.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: downloadOptions,
	},
];

const NOT_ALL_DOWNLOADED =
	'Some recordings were not downloaded. The field recordings.tracks says why.';

/** Downloads the recordings of a conversation (part 2.5) into binary fields, one track after the other. */
export const download: Operation = {
	name: 'Download',
	action: 'Download a recording',
	description: 'Download recordings of a conversation as binary files',
	isNoTool: true,
	fields,
	async execute(context, itemIndex) {
		const { conversationId, links } = readLinks(context, itemIndex);
		const binaryPrefix = readFieldName(context, itemIndex, 'binaryField');
		const { onMissing, ...limits } = readDownloadSettings(
			context.getNodeParameter('options', itemIndex, {}),
		);
		const emit = prepareItem(context, itemIndex, {
			fields: ['recordings'],
			files: links.map((link) => nameBinaryField(link, binaryPrefix)),
		});
		requireTracks(context, itemIndex, links, onMissing);
		const apiBaseUrl = await readApiBaseUrl(context);
		const settings = { conversationId, binaryPrefix, apiBaseUrl, ...limits };
		const tracks: TrackReport[] = [];
		const files: IBinaryKeyData = {};
		for (const link of links) {
			const result = await downloadTrack(context, link, settings);
			tracks.push(result.report);
			Object.assign(files, result.files);
		}
		requireDownload(context, itemIndex, tracks, onMissing);
		const downloaded = tracks.filter(({ status }) => status === 'downloaded').length;
		if (downloaded < tracks.length) addHint(context, NOT_ALL_DOWNLOADED);
		const recordings = { downloaded, tracks };
		return [emit({ conversationId, fields: { recordings }, files })];
	},
};

/** The API base URL of the credential, which need not be connected: nothing is signed in. */
async function readApiBaseUrl(context: IExecuteFunctions): Promise<string | undefined> {
	if (!hasCredential(context)) return undefined;
	return readAddress(context, await readCredential(context), 'apiBaseUrl');
}
