import { FieldReader } from './field-reader';
import { ParseLog } from './parse-log';
import { isObject } from '../json/json';
import type { ConversationSummary } from '../conversation/conversation-summary';

/**
 * The summary that an item of ours holds; null where it has none, or not a whole one. Turns that were
 * left out of the item are still counted in it.
 */
export function readSummary(summary: unknown): ConversationSummary | null {
	if (!isObject(summary)) return null;
	const reader = new FieldReader(summary, 'summary', new ParseLog());
	const turnCounts = reader.nested('turn_count_by_role');
	const speakingSeconds = reader.nested('speaking_seconds_by_role');
	const latency = reader.nested('latency');
	const read = {
		transcript: reader.text('transcript'),
		turn_count: reader.number('turn_count'),
		turn_count_by_role: {
			user: turnCounts.number('user'),
			agent: turnCounts.number('agent'),
			system: turnCounts.number('system'),
			other: turnCounts.number('other'),
		},
		tool_call_count: reader.number('tool_call_count'),
		tool_error_count: reader.number('tool_error_count'),
		interruption_count: reader.number('interruption_count'),
		speaking_seconds_by_role: {
			user: speakingSeconds.number('user'),
			agent: speakingSeconds.number('agent'),
		},
		has_recording: reader.flag('has_recording'),
		latency: {
			count: latency.number('count'),
			median: latency.number('median'),
			p95: latency.number('p95'),
			maximum: latency.number('maximum'),
		},
	};
	return isWhole(read) ? read : null;
}

/** Each figure that a summary always has, with null where it was not read. */
type ReadSummary = Nullable<Omit<ConversationSummary, 'turn_count_by_role' | 'latency'>> & {
	turn_count_by_role: Nullable<ConversationSummary['turn_count_by_role']>;
	speaking_seconds_by_role: ConversationSummary['speaking_seconds_by_role'];
	latency: Nullable<ConversationSummary['latency']>;
};
type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null };

function isWhole(summary: ReadSummary): summary is ReadSummary & ConversationSummary {
	const { latency, turn_count_by_role: turnCounts, ...others } = summary;
	const required = [...Object.values(others), ...Object.values(turnCounts), latency.count];
	return required.every((value) => value !== null);
}
