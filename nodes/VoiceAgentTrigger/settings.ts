import { CONVERSATION_COMPLETE } from '../../core/delivery/envelope';
import { AGENT_TESTS, type ConversationFilters } from '../../core/delivery/filters';
import {
	oneOf,
	readCollection,
	readEventNames,
	readList,
	readOutputSettings,
	readText,
} from '../shared/settings';

/** What n8n's contexts of a hook and of a delivery have in common. */
type TriggerContext = { getNodeParameter(name: string, otherwise: unknown): unknown };

/**
 * Reads the trigger's parameters, whatever n8n stored or an expression gave; nothing else does. It never
 * fails: a value that cannot be read counts as the parameter's default, an unknown mode of verification
 * as Require.
 */
export function readSettings(context: TriggerContext) {
	const output = context.getNodeParameter('output', 'conversation');
	const mode = context.getNodeParameter('verifyDeliveries', 'reportOnly');
	const options = readCollection(context.getNodeParameter('options', {}));
	// Those that start the workflow; empty if the user chose others and named none.
	const events =
		context.getNodeParameter('triggerOn', 'conversationComplete') === 'otherEvents'
			? readEventNames(context.getNodeParameter('eventNames', ''))
			: [CONVERSATION_COMPLETE];
	return {
		/** How deliveries are authenticated, as far as the node says so. */
		verification: {
			// Fails closed: what is none of the three values counts as Require.
			mode: oneOf(mode, ['reportOnly', 'require', 'off'], 'require'),
			signatureHeader: readText(options.signatureHeader),
		},
		events,
		filters: readFilters(context.getNodeParameter('filters', {})),
		output: readOutputSettings(output, options),
		/** Two deliveries of an event are equal by the state of the conversation, or by its id alone. */
		ignoreDuplicates: oneOf(
			options.ignoreDuplicates,
			['sameContent', 'sameConversation', 'off'],
			'sameContent',
		),
		keepConnected: options.keepConnected !== false,
		/** Whether what starts nothing is emitted by the output Discarded. */
		outputsDiscarded: options.outputDiscarded === true,
		registration: {
			isManual: options.registration === 'manual',
			allowPrivateWebhookUrl: options.allowPrivateWebhookUrl === true,
			triesToDelete: options.onUnpublish === 'tryToDelete',
			revision: Number(options.registerAgain ?? 1),
			events,
			/** As the user wrote it, unread. */
			body: options.registrationBody,
		},
	};
}

export type TriggerSettings = ReturnType<typeof readSettings>;

function readFilters(given: unknown) {
	const filters = readCollection(given);
	const outcomes = readCollection(readCollection(filters.outcomes).outcome);
	return {
		agents: readList(filters.agents),
		campaigns: readList(filters.campaigns),
		statuses: readList(filters.statuses),
		languages: readList(filters.languages),
		fromNumbers: readList(filters.fromNumbers),
		toNumbers: readList(filters.toNumbers),
		minimumDurationSeconds: readSeconds(filters.minimumDuration),
		agentTests: oneOf(filters.agentTests, AGENT_TESTS, 'all'),
		urlParameters: readUrlParameters(filters.urlParameters),
		/** From a list, and the user's own. */
		outcomes: [...readList(outcomes.names), ...readList(outcomes.own)],
		toolsUsed: readList(filters.toolsUsed),
		withRecording: filters.withRecording === true,
	} satisfies Required<ConversationFilters>;
}

function readSeconds(value: unknown): number {
	const seconds = Number(value);
	return Number.isFinite(seconds) ? seconds : 0;
}

/** A fixed collection of names and values. Blank names are left out. */
function readUrlParameters(given: unknown): Record<string, string> {
	const pairs = [readCollection(given).parameter].flat().map((parameter) => {
		const { name, value } = readCollection(parameter);
		return [String(name ?? '').trim(), String(value ?? '').trim()] as const;
	});
	return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}
