import { isRecordingTrack, listRecordingLinks, RECORDING_TRACKS } from '../../../core/recording.ts';
import { convert } from '../conversation/read-fixture.mts';

const expiresAt = '2026-11-21T10:00:00.000Z';

test('every track has the URL of its own field', () => {
	const conversation = convert({
		audio_url: 'https://files.example.com/conversation',
		agent_audio_url: 'https://files.example.com/agent',
		user_raw_audio_url: 'https://files.example.com/user_raw',
		user_cleaned_audio_url: 'https://files.example.com/user_cleaned',
		synthesized_audio_url: 'https://files.example.com/synthesized',
		audio_url_expires_at: expiresAt,
	});
	expect(listRecordingLinks(conversation, RECORDING_TRACKS)).toEqual(
		RECORDING_TRACKS.map((track) => ({
			track,
			url: `https://files.example.com/${track}`,
			expiresAt,
		})),
	);
});

test('tracks come once and in their own order, null where the record has none or a blank one', () => {
	const conversation = convert({ audio_url: 'https://files.example.com/1', agent_audio_url: ' ' });
	expect(listRecordingLinks(conversation, ['agent', 'conversation', 'agent'])).toEqual([
		{ track: 'conversation', url: 'https://files.example.com/1', expiresAt: null },
		{ track: 'agent', url: null, expiresAt: null },
	]);
});

test('only the five names are tracks', () => {
	expect(RECORDING_TRACKS.every(isRecordingTrack)).toBe(true);
	expect(['Conversation', '', 'toString', null, 1].some(isRecordingTrack)).toBe(false);
});
