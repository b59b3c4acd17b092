import { isObject } from '../json';
import { foldWords, isError, isFilled, isShort, saysAnything } from '../text';
import type { Conversation } from './conversation';

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
