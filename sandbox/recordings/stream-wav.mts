/** Audio between two moments of a recording, in milliseconds since its start; sorted, not overlapping. */
export interface Segment {
	startMs: number;
	stopMs: number;
	voice: Voice;
}

export type Voice = 'agent' | 'caller';

/** What all voices of a conversation say, and how long its recording is. */
export interface Recording {
	segments: Segment[];
	durationMs: number;
}

export const wavHeaderBytes = 44;

const samplesPerSecond = 8000;
const silence = 128;
const chunkBytes = 8 * samplesPerSecond;

/** Size of the file that holds `durationMs` of audio: one byte a sample, one channel. */
export const wavBytes = (durationMs: number): number =>
	wavHeaderBytes + toSample(Math.max(0, durationMs));

const toSample = (milliseconds: number) => Math.round((milliseconds * samplesPerSecond) / 1000);

/** A WAV file (8 kHz, 8 bit, mono) of `bytes` bytes, piece by piece: a tone per voice, else silence. */
export function* streamWav(segments: Segment[], bytes: number): Generator<Buffer> {
	const dataBytes = bytes - wavHeaderBytes;
	yield createHeader(dataBytes);
	let first = 0;
	for (let start = 0; start < dataBytes; start += chunkBytes) {
		const chunk = Buffer.alloc(Math.min(chunkBytes, dataBytes - start), silence);
		for (let index = first; index < segments.length; index += 1) {
			const segment = segments[index];
			if (segment === undefined || toSample(segment.startMs) >= start + chunk.length) break;
			if (toSample(segment.stopMs) <= start) first = index + 1;
			else {
				const from = Math.max(toSample(segment.startMs) - start, 0);
				chunk.fill(
					tones[segment.voice],
					from,
					Math.min(toSample(segment.stopMs) - start, chunk.length),
				);
			}
		}
		yield chunk;
	}
}

/** One second of a tone that swells like syllables; whole numbers of waves, so it can be repeated. */
function createTone(hertz: number): Buffer {
	const tone = Buffer.alloc(samplesPerSecond);
	for (let sample = 0; sample < samplesPerSecond; sample += 1) {
		const turn = (2 * Math.PI * sample) / samplesPerSecond;
		const swell = 0.65 - 0.35 * Math.cos(4 * turn);
		tone[sample] = silence + Math.round(60 * swell * Math.sin(hertz * turn));
	}
	return tone;
}

const tones: Record<Voice, Buffer> = { agent: createTone(220), caller: createTone(330) };

function createHeader(dataBytes: number): Buffer {
	const header = Buffer.alloc(wavHeaderBytes);
	header.write('RIFF', 0, 'ascii');
	header.writeUInt32LE(dataBytes + 36, 4);
	header.write('WAVEfmt ', 8, 'ascii');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(samplesPerSecond, 24);
	header.writeUInt32LE(samplesPerSecond, 28);
	header.writeUInt16LE(1, 32);
	header.writeUInt16LE(8, 34);
	header.write('data', 36, 'ascii');
	header.writeUInt32LE(dataBytes, 40);
	return header;
}
