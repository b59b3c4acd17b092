import type { INodeProperties } from 'n8n-workflow';
import { CONVERSATION_COMPLETE } from '../../core';
import { FOR_MANUAL_REGISTRATION } from './registration-options';

/** Which events the service is asked to send, and start the workflow. */
export const eventParameters: INodeProperties[] = [
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
		displayName: 'Event Names',
		name: 'eventNames',
		type: 'string',
		default: '',
		required: true,
		placeholder: `e.g. SessionStarted, ${CONVERSATION_COMPLETE}`,
		description:
			'Names of the events, separated by commas. Events other than ConversationComplete are emitted as delivered, and filters do not apply to them.',
		displayOptions: { show: { triggerOn: ['otherEvents'] } },
	},
	{
		displayName:
			'Publishing with other events registers a second webhook, and the first one keeps sending its events: delete it in the web app. If the service allows only one webhook for a URL, delete the first one, then unpublish and publish the workflow; until then only the first one sends its events.',
		name: 'eventsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { triggerOn: ['otherEvents'] }, hide: FOR_MANUAL_REGISTRATION },
	},
];
