import { isObject } from '../json';
import {
	composeMarks,
	foldCase,
	foldWords,
	isError,
	isFilled,
	isShort,
	matchesAny,
	saysAnything,
} from '../text';
import type { Conversation } from './conversation';
import { hasSucceeded, listToolCalls, listToolNames } from './tool-calls';

export const OUTCOME_CONDITIONS = ['toolCalled', 'statusIs', 'errorContains'] as const;

export type OutcomeRule = {
	/** A tool of the name `value` was called without an error, `status` is `value`, or `error_message` contains it. */
	when: (typeof OUTCOME_CONDITIONS)[number];
	value: string;
	outcome: string;
};

const MAX_ERROR_CHARACTERS = 10_000;

export function applyOutcomeRules(conversation: Conversation, rules: readonly OutcomeRule[]) {
	// Made by the first rule that needs them, for all rules: a sender may send very many names.
	let tools: ReadonlySet<string> | undefined;
	let error: string | undefined;
	const fitting = rules.find(({ when, value }) => {
		if (when === 'statusIs') return matchesAny([conversation.status], [value]);
		if (when === 'toolCalled') {
			return (tools ??= listSucceededTools(conversation)).has(foldCase(value));
		}
		const { error_message } = conversation;
		error ??= composeMarks(error_message?.slice(0, MAX_ERROR_CHARACTERS) ?? '').toLowerCase();
		return error.includes(foldCase(value));
	});
	return fitting?.outcome;
}

/** Outcomes that core finds in a record, as people read them. */
export const OUTCOME_NAMES = {
	completed: 'Completed',
	failed: 'Failed',
	no_answer: 'No Answer',
	operator_invited: 'Operator Invited',
} as const;

export type Outcome = keyof typeof OUTCOME_NAMES;

const names: ReadonlyMap<string, string> = new Map(Object.entries(OUTCOME_NAMES));

/** The outcome as people read it; a word of the user's own stays. */
export const nameOutcome = (outcome: string) => names.get(outcome) ?? outcome;

/** `null` if the record does not tell. An answering machine counts as `completed`, a silent listener as `no_answer`. */
export function decideOutcome(conversation: Conversation): Outcome | null {
	const { answered, error_message, history, room_metadata } = conversation;
	if (room_metadata.failed === true) return 'failed';
	if (isInvited(room_metadata.operator_invite)) return 'operator_invited';
	// Before the error: "The call was not answered." is no failure.
	if (answered === false) return 'no_answer';
	// With unknown speakers in the history, the error may be that nobody answered.
	if (answered === null && history !== null) return null;
	if (isError(error_message)) return 'failed';
	return answered === true && !mayHaveFailed(conversation) ? 'completed' : null;
}

/** The outcome after fields that decide it have changed. An outcome of the user's Outcome Rules stays. */
export function followOutcome(before: Conversation, after: Conversation): string | null {
	return before.outcome === decideOutcome(before) ? decideOutcome(after) : before.outcome;
}

/** Statuses of an invitation that was never made; as {@link foldWords} writes them. */
const NOT_INVITED: readonly string[] = ['none', 'notrequested', 'notneeded', 'notinvited'];
/** Statuses before an invitation. With a reason, somebody asked for the operator. */
const NOT_YET_INVITED: readonly string[] = ['idle', 'initial', 'notstarted', 'pending'];

export function isInvited(invite: Conversation['room_metadata']['operator_invite']): boolean {
	const { invite_call_id, status, reason } = invite;
	if (isFilled(invite_call_id)) return true;
	const word = isShort(status) ? foldWords(status) : '';
	if (NOT_INVITED.includes(word)) return false;
	return isFilled(reason) || (isFilled(status) && !NOT_YET_INVITED.includes(word));
}

/** Whether an error or a failure was sent that cannot be read, such as an object as `error_message`. */
function mayHaveFailed({ additional_fields }: Conversation): boolean {
	const { error_message, room_metadata: room } = additional_fields ?? {};
	return saysAnything(error_message) || saysAnything(isObject(room) ? room.failed : room);
}

function listSucceededTools({ history }: Conversation): ReadonlySet<string> {
	const succeeded = listToolCalls(history ?? []).filter(hasSucceeded);
	return new Set(succeeded.flatMap(listToolNames).map(foldCase));
}
