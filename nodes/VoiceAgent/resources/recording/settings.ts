import type { INodeProperties } from 'n8n-workflow';
import { declareChoices } from '../../../shared/parameters';
import type { ParameterReader } from '../../../shared/read-parameters';
import { resultOnlyField } from '../../result';

const BYTES_PER_MEGABYTE = 1_000_000;
const DEFAULT_MAX_MEGABYTES = 500;
const DEFAULT_TIME_LIMIT_SECONDS = 300;
/** A timer of a month would overflow and end at once. */
const MAX_TIME_LIMIT_SECONDS = 86_400;

export const downloadOptions: INodeProperties[] = [
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
		options: declareChoices({
			continue: {
				name: 'Continue With the Others',
				description: 'Report it in the output. Fail only if nothing could be downloaded.',
			},
			continueWithoutAny: {
				name: 'Continue Without Any',
				description: 'Report it in the output, even if the conversation has none of the tracks',
			},
			fail: { name: 'Fail', description: 'Fail if any of the tracks is missing' },
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

export function readDownloadSettings({ number, list, choice }: ParameterReader) {
	const megabytes = number('options.maximumSize', DEFAULT_MAX_MEGABYTES);
	const seconds = number('options.timeLimit', DEFAULT_TIME_LIMIT_SECONDS);
	return {
		maxBytes: Math.floor(megabytes * BYTES_PER_MEGABYTE),
		timeLimitMs: Math.ceil(seconds * 1000),
		/** As `host` or `host:port`. */
		privateHosts: list('options.privateHosts') ?? [],
		onMissing: choice('options.ifMissing', ['continueWithoutAny', 'fail'], 'continue'),
	};
}

export type DownloadSettings = ReturnType<typeof readDownloadSettings>;
