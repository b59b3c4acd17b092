import type { UnknownObject } from '../json/json';
import { buildSampleRecord } from '../record/build-sample-record';
import type { RecordShape } from '../record/detect-shape';
import { CONVERSATION_COMPLETE } from './parse-envelope';

/**
 * The sample conversation as the service delivers one (parts 2.4 and 6 of the interface document).
 * An id that no other conversation has keeps it from being a duplicate, and `test_run_id` marks it as
 * an agent test.
 */
export function buildTestEvent(
	shape: RecordShape,
	{ conversationId, testRunId }: { conversationId: string; testRunId: string },
): { event: string; data: UnknownObject } {
	const ofShape = shape === 'A' ? { id: conversationId } : { session_id: conversationId };
	const data = { ...buildSampleRecord(shape), ...ofShape, test_run_id: testRunId };
	return { event: CONVERSATION_COMPLETE, data };
}
