import path from 'node:path';
import { Readable } from 'node:stream';
import type { RouterMiddleware } from '@koa/router';
import { Problem } from '../problem.mts';
import type { SandboxState } from '../state.mts';
import { isSignedLink, tracks } from './links.mts';
import { streamWav, wavBytes, wavHeaderBytes } from './stream-wav.mts';

const largestFileBytes = 2 ** 32 - 1;

/**
 * GET /recordings/<id>/<track>.wav: a file made from the conversation's turns. 403 once the link has
 * expired or if it was changed; `bytes` makes the file as large as asked for. Wants no sign-in.
 */
export function serveRecording(state: SandboxState, now: () => Date): RouterMiddleware {
	return async (ctx) => {
		const query = new URLSearchParams(ctx.querystring);
		const expires = query.get('expires') ?? '';
		// A dialect redirects to a path without the extension.
		const file = `${path.basename(ctx.params.file ?? '', '.wav')}.wav`;
		const link = `/recordings/${ctx.params.id}/${file}`;
		if (!isSignedLink(link, expires, query.get('signature') ?? '')) {
			throw new Problem(403, 'The signature does not belong to this link.');
		}
		if (now().getTime() >= Number(expires) * 1000) throw new Problem(403, 'The link has expired.');
		const track = Object.values(tracks).find((each) => each.file === file);
		const recording = state.recordings.get(ctx.params.id ?? '')?.();
		if (track === undefined || recording === undefined)
			throw new Problem(404, 'No such recording.');
		const segments = recording.segments.filter(({ voice }) => track.heard.includes(voice));
		const bytes = parseBytes(query.get('bytes')) ?? wavBytes(recording.durationMs);
		ctx.type = 'audio/wav';
		ctx.body = Readable.from(streamWav(segments, bytes), { objectMode: false });
		ctx.length = bytes;
		await state.speech.ways.answerRecording(ctx);
	};
}

function parseBytes(text: string | null): number | undefined {
	if (text === null) return undefined;
	const bytes = Number(text);
	if (!Number.isInteger(bytes) || bytes < wavHeaderBytes || bytes > largestFileBytes) {
		throw new Problem(400, `bytes must be a whole number from ${wavHeaderBytes} to 4 GiB.`);
	}
	return bytes;
}
