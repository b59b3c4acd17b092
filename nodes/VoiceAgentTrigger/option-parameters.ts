import type { INodeProperties } from 'n8n-workflow';
import { outputOptionFields } from '../shared';
import { registrationOptions } from './registration-options';

const deliveryOptions: INodeProperties[] = [
	{
		displayName: 'Output Discarded Deliveries',
		name: 'outputDiscarded',
		type: 'boolean',
		default: true,
		description:
			'Whether a second output, Discarded, emits each delivery that starts nothing, with the reason and the body as received',
	},
	{
		displayName: 'Ignore Duplicates',
		name: 'ignoreDuplicates',
		type: 'options',
		options: [
			{
				name: 'Same Content',
				value: 'sameContent',
				description:
					'Skip a delivery if the same content was already accepted. A later state of the same conversation starts another execution.',
			},
			{
				name: 'Same Conversation',
				value: 'sameConversation',
				description: 'Start one execution for each conversation ID, and skip its later states',
			},
			{
				name: 'Off',
				value: 'off',
				description: 'Start an execution for every delivery',
			},
		],
		default: 'sameContent',
		description:
			'Which deliveries to skip because they were already accepted. The node forgets them when n8n restarts; the Remove Duplicates node remembers longer.',
	},
	{
		displayName: 'Keep Connected',
		name: 'keepConnected',
		type: 'boolean',
		default: true,
		description: 'Whether to refresh the OAuth2 token when deliveries arrive. On by default.',
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: 'X-Webhook-Signature',
		description: 'Header that carries the signature if the credential has a webhook signing secret',
	},
];

/** Everything that most users never need, in one alphabetical list. */
export const optionParameters: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...deliveryOptions, ...outputOptionFields, ...registrationOptions].toSorted((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
};
