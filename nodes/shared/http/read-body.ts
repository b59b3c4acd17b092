import { isNestedTooDeep, parseJsonText } from '../../../core';
import { isByteStream } from './open-stream';
import { readBoundedText } from './read-bounded-text';
import { readPlainFailure } from './read-request-failure';
import { LOST_AT_LIMIT, type ReceivedResponse, type NoResponse } from './service-outcome';

/** Enough for every user, webhook, key set and discovery document; counted after decompression. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * An respond with its body read: no more than 1 MB of it, and not longer than until the signal. The body
 * of a failure that does not come whole is `undefined`, since the status says enough. A success whose
 * body breaks off is lost.
 */
export async function readBody(
	answer: ReceivedResponse,
	signal: AbortSignal,
): Promise<ReceivedResponse | NoResponse> {
	const { body } = answer;
	if (!isByteStream(body)) return answer;
	const end = () => body.destroy();
	signal.addEventListener('abort', end, { once: true });
	try {
		if (signal.aborted) end();
		return { ...answer, body: parse(await readBoundedText(body, MAX_BODY_BYTES)) };
	} catch (error) {
		if (answer.status >= 300) return { ...answer, body: undefined };
		return signal.aborted ? LOST_AT_LIMIT : readPlainFailure(error);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

/** JSON, or the text if it is none. What is nested too deep would overflow the stack later. */
function parse(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	const parsed = parseJsonText(text);
	if (!parsed.success) return text;
	return isNestedTooDeep(parsed.value) ? undefined : parsed.value;
}
