import * as z from 'zod/v4-mini';
import type { VerificationMode } from '../delivery/authenticate';
import type { DeliverySettings } from '../delivery/decide-delivery';
import { CONVERSATION_COMPLETE } from '../delivery/envelope';
import { AGENT_TESTS } from '../delivery/filters';
import { isObject } from '../json';
import { foldCase } from '../text';
import { type OutputSettings, parseOutputSettings } from './output';
import { COLLECTION, IS_TRUE, LIST, parseList } from './values';

/** Two deliveries of an event are equal by the state of the conversation, or by its id alone. */
export type DuplicateRule = (typeof DUPLICATE_RULES)[number];

const DUPLICATE_RULES = ['sameContent', 'sameConversation', 'off'] as const;

/** The trigger's parameters, read once. */
export type TriggerSettings = {
	/** How deliveries are authenticated, as far as the node says so. */
	verification: { mode: VerificationMode; signatureHeader: string | undefined };
	output: OutputSettings;
	ignoreDuplicates: DuplicateRule;
	keepConnected: boolean;
	/** Whether what starts nothing is emitted by the output Discarded. */
	outputsDiscarded: boolean;
	registration: {
		isManual: boolean;
		allowPrivateWebhookUrl: boolean;
		triesToDelete: boolean;
		revision: number;
		/** Those that start the workflow; empty if the user chose others and named none. */
		events: readonly string[];
		/** The registration's body as the user wrote it, unread. */
		body: unknown;
	};
} & Required<DeliverySettings>;

/** The trigger's parameters as n8n hands them over. */
export type TriggerParameters = Readonly<
	Record<
		'triggerOn' | 'eventNames' | 'verifyDeliveries' | 'output' | 'filters' | 'options',
		unknown
	>
>;

const SECONDS = z.transform((value) => {
	const seconds = Number(value);
	return value !== undefined && value !== '' && Number.isFinite(seconds) ? seconds : 0;
});

/** A fixed collection of names and values. Blank names are left out. */
const URL_PARAMETERS = z.transform((value): Record<string, string> => {
	const given = typeof value === 'object' && value !== null ? value : {};
	const listed = 'parameter' in given ? [given.parameter].flat() : [];
	const pairs = listed.map((pair): [unknown, unknown] =>
		typeof pair === 'object' && pair !== null
			? [Reflect.get(pair, 'name'), Reflect.get(pair, 'value')]
			: ['', ''],
	);
	return Object.fromEntries(
		pairs
			.map(([name, wanted]) => [String(name ?? '').trim(), String(wanted ?? '').trim()] as const)
			.filter(([name]) => name !== ''),
	);
});

/** A fixed collection of outcomes from a list, and of the user's own. */
const OUTCOME_LIST = z.transform((value): string[] => {
	const { outcome } = isObject(value) ? value : {};
	const { names, own } = isObject(outcome) ? outcome : {};
	return [...parseList(names), ...parseList(own)];
});

const FILTERS = z.pipe(
	COLLECTION,
	z.object({
		agents: LIST,
		campaigns: LIST,
		statuses: LIST,
		languages: LIST,
		fromNumbers: LIST,
		toNumbers: LIST,
		minimumDuration: SECONDS,
		agentTests: z.catch(z.enum(AGENT_TESTS), 'all'),
		urlParameters: URL_PARAMETERS,
		outcomes: OUTCOME_LIST,
		toolsUsed: LIST,
		withRecording: IS_TRUE,
	}),
);

const OPTIONS = z.pipe(
	COLLECTION,
	z.object({
		signatureHeader: z.transform((value) =>
			typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined,
		),
		ignoreDuplicates: z.catch(z.enum(DUPLICATE_RULES), 'sameContent'),
		outputDiscarded: IS_TRUE,
		keepConnected: z.transform((value) => value !== false),
		allowPrivateWebhookUrl: IS_TRUE,
		registration: z.unknown(),
		onUnpublish: z.unknown(),
		registerAgain: z.transform((value) => Number(value ?? 1)),
		registrationBody: z.unknown(),
	}),
);

/** Fails closed: what is none of the three values counts as Require. */
const MODE = z.catch(z.enum(['reportOnly', 'require', 'off']), 'require');

/**
 * Reads the trigger's parameters, whatever n8n stored or an expression gave. It never fails: a value
 * that cannot be read counts as the parameter's default, an unknown mode of verification as Require.
 */
export function parseTriggerSettings(parameters: TriggerParameters): TriggerSettings {
	const { minimumDuration, ...filters } = z.parse(FILTERS, parameters.filters);
	const options = z.parse(OPTIONS, parameters.options);
	const events =
		parameters.triggerOn === 'otherEvents'
			? parseEventNames(parameters.eventNames)
			: [CONVERSATION_COMPLETE];
	return {
		verification: {
			mode: z.parse(MODE, parameters.verifyDeliveries),
			signatureHeader: options.signatureHeader,
		},
		events,
		filters: {
			...filters,
			minimumDurationSeconds: minimumDuration,
		},
		output: parseOutputSettings(parameters.output, parameters.options),
		ignoreDuplicates: options.ignoreDuplicates,
		keepConnected: options.keepConnected,
		outputsDiscarded: options.outputDiscarded,
		registration: {
			isManual: options.registration === 'manual',
			allowPrivateWebhookUrl: options.allowPrivateWebhookUrl,
			triesToDelete: options.onUnpublish === 'tryToDelete',
			revision: options.registerAgain,
			events,
			body: options.registrationBody,
		},
	};
}

/**
 * The names of events to register for, from a list as a user gives it. Each is there once, whatever its
 * letter case, and they are in one order: entering them in another one is no other registration.
 */
export function parseEventNames(list: unknown): string[] {
	const names = new Map<string, string>();
	for (const name of parseList(list)) {
		if (!names.has(foldCase(name))) names.set(foldCase(name), name);
	}
	return [...names.values()].toSorted((a, b) => (a < b ? -1 : 1));
}
