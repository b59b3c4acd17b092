import { CONVERSATION_COMPLETE } from '../../../../core/delivery/envelope';
import { parseWebhookUrl } from '../../../../core/net/address';
import { repairTexts } from '../../../../core/json';
import {
	declareOptions,
	declareWebhookUrl,
	registrationBodyField,
} from '../../../shared/parameters';
import { isDataObject } from '../../../shared/http/call-service';
import { planRegistration, registerWebhook } from '../../../shared/http/register-webhook';
import { readConnection } from '../../../shared/credential';
import { throwNodeError } from '../../../shared/errors';
import { readEventNames } from '../../../shared/settings';
import type { Operation } from '../operation';

export const register: Operation = {
	name: 'Register',
	action: 'Register webhook',
	description: 'Register a URL to which the service sends finished conversations',
	isNoTool: true,
	fields: [
		declareWebhookUrl(
			'URL to which the service sends finished conversations: of a trigger, the Production URL. Its Test URL gets 404 while n8n does not listen.',
		),
		{
			displayName:
				'Each input item registers one more webhook. The service documents no way to list, change or delete them: delete what you no longer need in the web app.',
			name: 'registerNotice',
			type: 'notice',
			default: '',
		},
		declareOptions([
			{
				displayName: 'Event Names',
				name: 'event',
				type: 'string',
				default: CONVERSATION_COMPLETE,
				placeholder: 'e.g. SessionStarted, ConversationComplete',
				description: 'Names of the events to register for, separated by commas',
			},
			registrationBodyField,
		]),
	],
	async execute(context, parameters) {
		const { has, text, json } = parameters;
		const url = parseWebhookUrl(text('webhookUrl') ?? '');
		const events = has('options.event')
			? readEventNames(parameters, 'options.event')
			: [CONVERSATION_COMPLETE];
		const ownBody = json('options.registrationBody');
		const connection = await readConnection(context);
		if (url === undefined) {
			throwNodeError(context, 'webhook-url-invalid', { parameter: 'Webhook URL' });
		}
		const webhookUrl = url.href;
		const asked = { webhookUrl, events, body: ownBody, revision: 1 };
		const plan = planRegistration(context, connection, asked);
		const eventsField = 'Options → Event Names';
		const registered = await registerWebhook(context, plan, { eventsField });
		if (registered.id === null) throwNodeError(context, 'webhook-exists', registered.failure);
		const { id, body: received } = registered;
		const fields = isDataObject(received) ? repairTexts(received) : {};
		return [{ json: { ...fields, id, webhook_url: webhookUrl } }];
	},
};
