import type {
	IBinaryKeyData,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { URL_FIELDS } from '../../../../core/conversation/conversation';
import { RECORDING_TRACKS, type RecordingTrack } from '../../../../core/recording';
import { hasCredential, readAddress, readCredential } from '../../../shared/credential';
import { addHint, describeSource, prepareItem, readFieldName } from '../../items';
import { describeOptions } from '../../../shared/parameters';
import type { Operation } from '../operation';
import { readLinks, requireDownload, requireTracks } from './links';
import { downloadOptions, readDownloadSettings } from './settings';
import { downloadTrack, nameBinaryField, type TrackReport } from './track';

/** Of each track its texts in the editor, in the order of the list; `target` is what its link leads to. */
const TRACKS: Record<RecordingTrack, { name: string; description: string; target: string }> = {
	agent: { name: 'Agent', description: 'Only the agent', target: "the agent's track" },
	conversation: {
		name: 'Conversation',
		description: 'Everyone together',
		target: 'the whole conversation',
	},
	synthesized: {
		name: 'Synthesized',
		description: 'The synthetic user of an agent test',
		target: 'the synthesized track',
	},
	user_cleaned: {
		name: 'User Cleaned',
		description: 'Only the user, without noise',
		target: "the user's cleaned track",
	},
	user_raw: {
		name: 'User Raw',
		description: 'Only the user, as recorded',
		target: "the user's raw track",
	},
};

const trackOptions: INodePropertyOptions[] = Object.entries(TRACKS).map(
	([value, { name, description }]) => ({ name, value, description }),
);

const urlFields = [
	...RECORDING_TRACKS.map(
		(track): INodeProperties => ({
			displayName: `${TRACKS[track].name} URL`,
			name: track,
			type: 'string',
			default: '',
			description: `Link to ${TRACKS[track].target} (${URL_FIELDS[track]})`,
		}),
	),
	{
		displayName: 'Conversation ID',
		name: 'conversationId',
		type: 'string',
		default: '',
		description: 'ID to use in the file names',
	} satisfies INodeProperties,
	{
		displayName: 'Expires At',
		name: 'expiresAt',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11-21T10:00:00.000Z',
		description: 'When the links expire (audio_url_expires_at)',
	} satisfies INodeProperties,
].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));

const fields: INodeProperties[] = [
	...describeSource('Where to find the links to the recordings', [
		{ name: 'URLs', value: 'urls', description: 'Links that you enter one by one' },
	]),
	{
		displayName: 'Tracks',
		name: 'tracks',
		type: 'multiOptions',
		required: true,
		options: trackOptions,
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
	describeOptions(downloadOptions),
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
		const emit = prepareItem(context, itemIndex, conversationId, {
			fields: ['recordings'],
			files: links.map((link) => nameBinaryField(link, binaryPrefix)),
		});
		requireTracks(context, links, onMissing);
		const apiBaseUrl = await readApiBaseUrl(context);
		const settings = { conversationId, binaryPrefix, apiBaseUrl, ...limits };
		const tracks: TrackReport[] = [];
		const files: IBinaryKeyData = {};
		for (const link of links) {
			const result = await downloadTrack(context, link, settings);
			tracks.push(result.report);
			Object.assign(files, result.files);
		}
		requireDownload(context, tracks, onMissing);
		const downloaded = tracks.filter(({ status }) => status === 'downloaded').length;
		if (downloaded < tracks.length) addHint(context, NOT_ALL_DOWNLOADED);
		const recordings = { downloaded, tracks };
		return [emit({ recordings }, files)];
	},
};

/** The API base URL of the credential, which need not be connected: nothing is signed in. */
async function readApiBaseUrl(context: IExecuteFunctions): Promise<string | undefined> {
	if (!hasCredential(context)) return undefined;
	return readAddress(context, await readCredential(context), 'apiBaseUrl');
}
