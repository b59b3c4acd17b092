import type { IHookFunctions } from 'n8n-workflow';
import { CONVERSATION_COMPLETE } from '../../core/delivery/envelope';
import { AGENT_TESTS, type ConversationFilters } from '../../core/delivery/filters';
import { chooseCredentialKind } from '../shared/credential';
import type { NodeContext } from '../shared/errors';
import { type ParameterReader, readParameters } from '../shared/read-parameters';
import { readEventNames, readOutputSettings } from '../shared/settings';
import { parameters as declared } from './parameters';

export function readDeliverySettings(context: NodeContext) {
	const parameters = readParameters(context, declared);
	const { text, flag, choice } = parameters;
	return {
		// Read with the parameters, so an invalid Authentication is `parameter-unusable`, not `credential-unusable`.
		credentialKind: chooseCredentialKind(context),
		verification: {
			// Fails closed: n8n fills in the default, so only n8n's API can have emptied this.
			mode: choice('verifyDeliveries', ['reportOnly', 'require', 'off'], 'require'),
			signatureHeader: text('options.signatureHeader'),
		},
		events: readEvents(parameters),
		filters: readFilters(parameters),
		output: readOutputSettings(parameters),
		ignoreDuplicates: choice(
			'options.ignoreDuplicates',
			['sameContent', 'sameConversation', 'off'],
			'sameContent',
		),
		outputsDiscarded: flag('options.outputDiscarded', false),
	};
}

export type DeliverySettings = ReturnType<typeof readDeliverySettings>;

export function readKeepConnected(context: NodeContext): boolean {
	return readParameters(context, declared).flag('options.keepConnected', true);
}

export function readTriesToDelete(context: IHookFunctions): boolean {
	const parameters = readParameters(context, declared);
	return registers(context, parameters) && parameters.is('options.onUnpublish', 'tryToDelete');
}

export function readRegistrationSettings(context: IHookFunctions) {
	const parameters = readParameters(context, declared);
	const { is, flag, number, json } = parameters;
	return {
		isManual: is('options.registration', 'manual'),
		registers: registers(context, parameters),
		usePrivateWebhookUrl: flag('options.usePrivateWebhookUrl', false),
		revision: number('options.registerAgain', 1),
		events: readEvents(parameters),
		body: json('options.registrationBody'),
	};
}

/** Whether this hook registers the URL: the test URL only if Registration is Automatic. */
function registers(context: IHookFunctions, { is }: ParameterReader): boolean {
	const isTest = context.getActivationMode() === 'manual';
	const isWhenPublished = is('options.registration', 'whenPublished');
	return !is('options.registration', 'manual') && !(isTest && isWhenPublished);
}

export type RegistrationSettings = ReturnType<typeof readRegistrationSettings>;

/** The events that start the workflow; empty if the user selected Other Events and named none. */
function readEvents(parameters: ParameterReader): string[] {
	return parameters.is('triggerOn', 'otherEvents')
		? readEventNames(parameters, 'eventNames')
		: [CONVERSATION_COMPLETE];
}

/** Defaults here are for filters that nobody added: n8n enters the declared default when a user adds a filter. */
function readFilters(parameters: ParameterReader) {
	const list = (path: string) => parameters.list(`filters.${path}`);
	return {
		agents: list('agents'),
		campaigns: list('campaigns'),
		statuses: list('statuses'),
		languages: list('languages'),
		fromNumbers: list('fromNumbers'),
		toNumbers: list('toNumbers'),
		minimumDurationSeconds: parameters.number('filters.minimumDuration', 0),
		agentTests: parameters.choice('filters.agentTests', AGENT_TESTS, 'all'),
		urlParameters: readUrlParameters(parameters),
		outcomes: [...list('outcomes.outcome.names'), ...list('outcomes.outcome.own')],
		toolsUsed: list('toolsUsed'),
		withRecording: parameters.flag('filters.withRecording', false),
	} satisfies Required<ConversationFilters>;
}

function readUrlParameters({ rows, text }: ParameterReader): Record<string, string> {
	const pairs = rows('filters.urlParameters.parameter').map((row) => {
		return [text(`${row}.name`) ?? '', text(`${row}.value`) ?? ''] as const;
	});
	return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}
