import type { INodeProperties } from 'n8n-workflow';
import { CONVERSATION_COMPLETE } from '../../core/delivery/envelope';
import {
	outcomeRulesField,
	outputField,
	outputOptionFields,
	speakersField,
} from '../shared/output-fields';
import {
	authenticationField,
	declareChoices,
	declareOptions,
	declareText,
	privateWebhookUrlField,
	registrationBodyField,
	signatureHeaderField,
	WITHOUT_CREDENTIAL,
	withoutCredentialField,
} from '../shared/parameters';
import { filterParameters } from './filters';

/** Conditions test for Manual, never for Automatic: an option that the user did not add has no value. */
const FOR_MANUAL_REGISTRATION = { '/options.registration': ['manual'] };

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Output Discarded Deliveries',
		name: 'outputDiscarded',
		type: 'boolean',
		// n8n counts the outputs by the stored value.
		noDataExpression: true,
		default: true,
		description:
			'Whether a second output, Discarded, emits deliveries that start nothing, with the reason and the body. Those that get 401 or 503 are left out.',
	},
	{
		displayName: 'Ignore Duplicates',
		name: 'ignoreDuplicates',
		type: 'options',
		options: declareChoices({
			sameContent: [
				'Same Content',
				'Skip content that was accepted before. A later state of a conversation starts another execution.',
			],
			sameConversation: [
				'Same Conversation',
				'Start one execution for each conversation ID, and skip its later states',
			],
			off: ['Off', 'Skip none'],
		}),
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
	signatureHeaderField,
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		options: declareChoices({
			automatic: [
				'Automatic',
				'Register the webhook URL when the workflow is published, and the Test URL on Execute step',
			],
			whenPublished: [
				'When Published',
				'The same, but register no Test URL. For a service that allows one webhook for an account.',
			],
			manual: ['Manual', 'Register nothing. Copy the webhook URL into the web app yourself.'],
		}),
		default: 'automatic',
		description: 'How the service learns the webhook URL of this node',
	},
	privateWebhookUrlField,
	{
		displayName: 'On Unpublish',
		name: 'onUnpublish',
		type: 'options',
		options: declareChoices({
			keep: ['Keep', 'Keep the webhook. Publishing again registers nothing new.'],
			tryToDelete: [
				'Try to Delete',
				'Ask the service to delete it. The service does not document this call: check in the web app.',
			],
		}),
		default: 'keep',
		description:
			'What to do with the webhook at the service when the workflow is unpublished, or published with a changed trigger',
	},
	{
		displayName: 'Register Again',
		name: 'registerAgain',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'Raise this number after you delete the webhook in the web app. Publishing then registers it again.',
	},
	registrationBodyField,
	withoutCredentialField,
];

export const parameters: INodeProperties[] = [
	{ ...authenticationField, displayOptions: { hide: WITHOUT_CREDENTIAL } },
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Conversation Complete',
				value: 'conversationComplete',
				action: 'On conversation complete',
				description: 'A voice agent has finished a conversation',
			},
			{
				name: 'Other Events',
				value: 'otherEvents',
				action: 'On other events',
				description: 'Events that you name. The service only documents ConversationComplete.',
			},
		],
		default: 'conversationComplete',
	},
	{
		...declareText(
			'eventNames',
			'Event Names',
			`SessionStarted, ${CONVERSATION_COMPLETE}`,
			'Names of the events, separated by commas. Filters, Outcome Rules and options such as Own Numbers do not apply to events other than ConversationComplete. Parse Conversation, behind this node, has these options.',
		),
		displayOptions: { show: { triggerOn: ['otherEvents'] } },
		required: true,
	},
	{
		displayName:
			'Publishing with other events registers a second webhook, and the first one keeps sending its events: delete it in the web app. If the service allows only one webhook for a URL, delete the first one, then unpublish and publish the workflow.',
		name: 'eventsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { triggerOn: ['otherEvents'] }, hide: FOR_MANUAL_REGISTRATION },
	},
	outputField,
	{
		displayName: 'Verify Deliveries',
		name: 'verifyDeliveries',
		type: 'options',
		noDataExpression: true,
		options: declareChoices({
			reportOnly: [
				'Report Only',
				"Check tokens, but reject no delivery for its token. n8n's log says when a token is valid.",
			],
			require: [
				'Require',
				'Reject deliveries without a valid token. Also turn on Check Sender in the credential.',
			],
			off: ['Off', 'Do not check tokens. A signing secret in the credential still applies.'],
		}),
		default: 'reportOnly',
		description:
			'Whether a delivery must carry a valid token of the identity server. Select Require once the tokens of a few calls were valid.',
	},
	filterParameters,
	outcomeRulesField,
	// Not localeCompare: loading its collator would take a sixth of the time in which n8n loads both nodes.
	declareOptions(
		[...ownOptions, ...outputOptionFields, speakersField].toSorted((a, b) =>
			a.displayName < b.displayName ? -1 : 1,
		),
	),
	{
		displayName:
			'Add a webhook in the web app: the Production URL above, for ConversationComplete or the events in Event Names. To receive test events, add the Test URL as well.',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: FOR_MANUAL_REGISTRATION },
	},
	{
		displayName:
			'Execute step registers no Test URL: send a sample to the Test URL with Webhook → Send Test Event.',
		name: 'whenPublishedNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.registration': ['whenPublished'] } },
	},
];
