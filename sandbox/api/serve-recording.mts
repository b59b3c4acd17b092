import { Readable } from 'node:stream';
import type { RouterMiddleware } from '@koa/router';
import { isSignedLink, trackNames, type Track } from '../events/create-recording-links.mts';
import { planConversation } from '../events/plan-conversation.mts';
import type { ConversationInput } from '../events/planned-conversation.mts';
import type { SandboxState } from '../state.mts';
import { Problem } from './respond-with-problem.mts';
import { streamWav, wavBytes, wavHeaderBytes, type Segment, type Voice } from './stream-wav.mts';

const largestFileBytes = 2 ** 32 - 1;

const voices: Record<Track, Voice[]> = {
	conversation: ['agent', 'caller'],
	agent: ['agent'],
	userRaw: ['caller'],
	userCleaned: ['caller'],
	synthesized: ['caller'],
};

/**
 * GET /recordings/<id>/<track>.wav: a file made from the conversation's turns. 403 once the link has
 * expired or if it was changed; `bytes` makes the file as large as asked for. Wants no sign-in.
 */
export function serveRecording(state: SandboxState, now: () => Date): RouterMiddleware {
	return (ctx) => {
		const query = new URLSearchParams(ctx.querystring);
		const expires = query.get('expires') ?? '';
		if (!isSignedLink(ctx.path, expires, query.get('signature') ?? '')) {
			throw new Problem(403, 'The signature does not belong to this link.');
		}
		if (now().getTime() >= Number(expires) * 1000) throw new Problem(403, 'The link has expired.');
		const track = findTrack(ctx.params.file);
		const input = state.recordings.get(ctx.params.id ?? '');
		if (track === undefined || input === undefined) throw new Problem(404, 'No such recording.');
		const { segments, durationMs } = planRecording(input, track);
		const bytes = parseBytes(query.get('bytes')) ?? wavBytes(durationMs);
		ctx.type = 'audio/wav';
		ctx.body = Readable.from(streamWav(segments, bytes), { objectMode: false });
		ctx.length = bytes;
	};
}

function findTrack(file: string | undefined): Track | undefined {
	const tracks: Track[] = ['conversation', 'agent', 'userRaw', 'userCleaned', 'synthesized'];
	return tracks.find((track) => `${trackNames[track]}.wav` === file);
}

function parseBytes(text: string | null): number | undefined {
	if (text === null) return undefined;
	const bytes = Number(text);
	if (!Number.isInteger(bytes) || bytes < wavHeaderBytes || bytes > largestFileBytes) {
		throw new Problem(400, `bytes must be a whole number from ${wavHeaderBytes} to 4 GiB.`);
	}
	return bytes;
}

function planRecording(input: ConversationInput, track: Track) {
	const { turns, times } = planConversation(input);
	const leadMs = times.agentJoinedAtMs - times.recordingStartedAtMs;
	const segments = turns.flatMap(({ speech }): Segment[] =>
		speech !== undefined && voices[track].includes(speech.speaker)
			? [
					{
						startMs: speech.startMs + leadMs,
						stopMs: speech.stopMs + leadMs,
						voice: speech.speaker,
					},
				]
			: [],
	);
	return { segments, durationMs: times.endedAtMs - times.recordingStartedAtMs };
}
