import type { INodeProperties } from 'n8n-workflow';
import { CONVERSATION_COMPLETE } from '../../core';
import { outputOptionFields, registrationBodyFields } from '../shared';

const deliveryOptions: INodeProperties[] = [
	{
		displayName: 'Duplicate Window',
		name: 'duplicateWindow',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1000,
		description: 'How many acknowledged deliveries are remembered while n8n runs',
	},
	{
		displayName: 'Emit What Is Held Back',
		name: 'emitHeldBack',
		type: 'boolean',
		default: true,
		description:
			'Whether a second output, Held Back, emits each delivery that starts nothing, with the reason and the body as it came',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'string',
		default: CONVERSATION_COMPLETE,
		placeholder: 'ConversationComplete, SessionStarted',
		description:
			'Names of the events that start the workflow if they arrive, separated by commas. It registers none of them: to have the service send others, set Trigger On to Other Events.',
		displayOptions: { show: { '/triggerOn': ['conversationComplete'] } },
	},
	{
		displayName: 'Ignore Duplicates',
		name: 'ignoreDuplicates',
		type: 'options',
		// It was a switch: what it saved is what two of the choices save.
		options: [
			{
				name: 'Same Content',
				value: true,
				description:
					'What was acknowledged before starts nothing. A later state of the same conversation starts an execution of its own.',
			},
			{
				name: 'Same Conversation',
				value: 'sameConversation',
				description: 'One execution for each conversation ID, whatever its later states say',
			},
			{
				name: 'Off',
				value: false,
				description: 'Every delivery starts an execution',
			},
		],
		default: true,
		description:
			'Which deliveries start nothing because an equal one was acknowledged. Holds as long as n8n runs; the Remove Duplicates node remembers longer.',
	},
	{
		displayName: 'Include Headers',
		name: 'includeHeaders',
		type: 'boolean',
		default: true,
		description:
			'Whether delivery.headers holds the headers of the request that begin with x-, except what may be a token or a signature',
	},
	{
		displayName: 'Keep Sign-In Alive',
		name: 'keepSignInAlive',
		type: 'boolean',
		default: true,
		description:
			'Whether accepted deliveries renew an OAuth2 sign-in once half its life is over, so that it does not end after 30 idle days. On unless added and switched off.',
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: 'X-Webhook-Signature',
		description:
			'Header that carries the signature where the credential holds a webhook signing secret',
	},
];

const registrationOptions: INodeProperties[] = [
	{
		displayName: 'Allow Private Webhook URL',
		name: 'allowPrivateWebhookUrl',
		type: 'boolean',
		default: true,
		description:
			'Whether to register a webhook URL on localhost or a private address although the service is elsewhere',
	},
	{
		displayName: 'On Deactivate',
		name: 'onDeactivate',
		type: 'options',
		options: [
			{
				name: 'Keep',
				value: 'keep',
				description: 'The webhook stays, so that publishing again registers nothing new',
			},
			{
				name: 'Try to Delete',
				value: 'tryToDelete',
				description:
					'The service is asked to delete the webhook. It documents no such call: see in the web application whether the webhook is gone.',
			},
		],
		default: 'keep',
		description: 'What happens to the webhook at the service when the workflow is unpublished',
	},
	{
		displayName: 'Registration Revision',
		name: 'registrationRevision',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'Raise this after deleting the webhook in the web application, so that publishing registers it again',
	},
	...registrationBodyFields,
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
