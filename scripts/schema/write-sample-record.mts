import { createRecord } from '../../sandbox/events/create-record.mts';

const serviceUrl = 'https://voice-agent.example.com';
const endedAtMs = Date.parse('2026-11-20T09:30:00.000Z');
/** Far from the seeds that a sandbox counts up from: its conversations never have the sample's id. */
const seed = 20_261_120;

/** A record of shape A of the sandbox: a call of a campaign with tools and a recording. */
export function createSampleRecord(): object {
	const { record } = createRecord(
		{
			seed,
			endedAtMs,
			options: {
				shape: 'A',
				dialogue: 'campaign-call',
				// No source holds what looks like a secret.
				overrides: {
					session_token: undefined,
					transcription_path: undefined,
					agent_audio_url: undefined,
					user_raw_audio_url: undefined,
					user_cleaned_audio_url: undefined,
				},
			},
		},
		{ baseUrl: serviceUrl, nowMs: endedAtMs },
	);
	// What is null need not be in it: the package has a limit of its size.
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** The source of a file that exports it. */
export function writeSampleRecord(): string {
	return [
		'// Written by `npm run docs:generate` from the sandbox. Do not edit.',
		"import type { UnknownObject } from '../json/json';",
		'',
		'/** A record of shape A with invented people and numbers. Its links lead nowhere. */',
		`export const SAMPLE_RECORD: UnknownObject = ${JSON.stringify(createSampleRecord(), null, '\t')};`,
		'',
	].join('\n');
}
