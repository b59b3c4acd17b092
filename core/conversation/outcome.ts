import { composeMarks, foldCase, isFilled, matchesAny } from '../text';
import type { Conversation } from './conversation';
import { hasFailed, listToolCalls, listToolNames } from './tool-calls';

export const OUTCOME_CONDITIONS = ['toolCalled', 'statusIs', 'errorContains'] as const;

export type OutcomeRule = {
	/**
	 * `toolCalled`: a tool of this name was called without an error. `statusIs`: `status` is this.
	 * `errorContains`: `error_message` has this in it.
	 */
	when: (typeof OUTCOME_CONDITIONS)[number];
	value: string;
	outcome: string;
};

const MAX_SEARCHED_CHARACTERS = 10_000;

export function applyOutcomeRules(conversation: Conversation, rules: readonly OutcomeRule[]) {
	// Made once at most, whatever the number of rules: a sender may choose very many names.
	let tools: ReadonlySet<string> | undefined;
	let error: string | undefined;
	const fitting = rules.find(({ when, value }) => {
		if (when === 'statusIs') return matchesAny([conversation.status], [value]);
		if (when === 'toolCalled') {
			return (tools ??= listSucceededTools(conversation)).has(foldCase(value));
		}
		return (error ??= foldError(conversation)).includes(foldCase(value));
	});
	return fitting?.outcome;
}

/**
 * What came of a call; `null` if that cannot be told. Nothing is guessed: an answering machine's greeting is
 * speech, and who listens in silence did not answer.
 */
export function decideOutcome(conversation: Conversation): string | null {
	const { answered, error_message, history, room_metadata } = conversation;
	if (room_metadata.failed === true) return 'failed';
	if (Object.values(room_metadata.operator_invite).some(isFilled)) return 'operator_invited';
	// Before the error: "The call was not answered." is no failure.
	if (answered === false) return 'no_answer';
	// Somebody spoke, of a role that is not known: the error may be that nobody answered.
	if (answered === null && history !== null) return null;
	if (isFilled(error_message)) return 'failed';
	return answered === true ? 'completed' : null;
}

function foldError({ error_message }: Conversation): string {
	return composeMarks(error_message?.slice(0, MAX_SEARCHED_CHARACTERS) ?? '').toLowerCase();
}

function listSucceededTools({ history }: Conversation): ReadonlySet<string> {
	const succeeded = listToolCalls(history ?? []).filter((turns) => !hasFailed(turns));
	return new Set(succeeded.flatMap(listToolNames).map(foldCase));
}
