import type { INodeProperties } from 'n8n-workflow';
import { outputOptionFields, registrationBodyField } from '../shared';

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
		displayName: 'Keep Sign-In Alive',
		name: 'keepSignInAlive',
		type: 'boolean',
		default: true,
		description:
			'Whether accepted deliveries refresh an OAuth2 token after half of its life. Otherwise it ends after 30 days without use. On unless you add this option and switch it off.',
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: 'X-Webhook-Signature',
		description: 'Header that carries the signature if the credential has a webhook signing secret',
	},
];

const registrationOptions: INodeProperties[] = [
	{
		displayName: 'Allow Private Webhook URL',
		name: 'allowPrivateWebhookUrl',
		type: 'boolean',
		default: true,
		description:
			'Whether to register a webhook URL on localhost or a private address even if the service is elsewhere',
	},
	{
		displayName: 'On Unpublish',
		name: 'onUnpublish',
		type: 'options',
		options: [
			{
				name: 'Keep',
				value: 'keep',
				description: 'Keep the webhook. Publishing again registers nothing new.',
			},
			{
				name: 'Try to Delete',
				value: 'tryToDelete',
				description:
					'Ask the service to delete the webhook. The service does not document this call: check in the web app whether the webhook is gone.',
			},
		],
		default: 'keep',
		description: 'What to do with the webhook at the service when the workflow is unpublished',
	},
	{
		displayName: 'Registration Revision',
		name: 'registrationRevision',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'Raise this number after you delete the webhook in the web app. Publishing then registers it again.',
	},
	registrationBodyField,
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
