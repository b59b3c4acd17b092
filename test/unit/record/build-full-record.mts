// Full records of both shapes, written out by hand from parts 2.5 to 2.9: what the field tests and
// the generated records start from. Nothing here is imported from core.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonRecord = { [key: string]: Json };

export function buildFullTurn(): JsonRecord {
	return {
		role: 'User',
		content: 'I would like to move my appointment.',
		kind: 'Message',
		id: 'item_4f21',
		created_at: '2026-11-03T09:15:07.250Z',
		interrupted: true,
		transcript_confidence: 0.93,
		metrics: {
			started_speaking_at: '2026-11-03T09:15:04.000Z',
			stopped_speaking_at: '2026-11-03T09:15:06.500Z',
			transcription_delay: 0.21,
			end_of_turn_delay: 0.62,
			on_user_turn_completed_delay: 0.004,
			llm_node_ttft: 0.48,
			tts_node_ttfb: 0.19,
			e2e_latency: 1.29,
		},
		tool_name: 'find_appointment',
		tool_call_id: 'call_81',
		tool_arguments_json: '{"name":"Ada","date":"2026-11-09"}',
		tool_output: '{"found":true}',
		tool_is_error: false,
		handoff_to_agent_id: 'billing-agent',
		instructions: 'Be brief.',
		tools_added: ['find_appointment', 'move_appointment'],
	};
}

function buildTestEvalResult(): JsonRecord {
	return {
		success: false,
		reasons: ['The agent did not confirm the date.', 'The agent repeated itself.'],
		completion_reason: 'StepsExhausted',
	};
}

export function buildFullRecordA(): JsonRecord {
	return {
		id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a01',
		agent_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a02',
		agent_title: 'Reception',
		status: 'Pending',
		created_at: '2026-11-03T09:14:58.100Z',
		updated_at: '2026-11-03T09:17:40.200Z',
		started_at: '2026-11-03T09:15:00.000Z',
		ended_at: '2026-11-03T09:17:30.000Z',
		duration_seconds: 150.5,
		error_message: 'none',
		called_by_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a03',
		called_by_name: 'Example User',
		language_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a04',
		locale_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a05',
		language_locale_code: 'de-DE',
		rtc_room_name: 'room-17',
		rtc_egress_id: 'EG_17',
		rtc_dispatch_id: 'AD_17',
		rtc_job_id: 'AJ_17',
		transcription_path: 'transcripts/17.json',
		has_audio: true,
		telecom_provider: 'ExampleTel',
		from_number: '+15550100',
		to_number: '+15550101',
		call_sid: 'CA17',
		test_run_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a06',
		test_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a07',
		test_status: 'Initial',
		test_eval_result: buildTestEvalResult(),
		room_metadata: {
			failed: true,
			skip_composite_egress: false,
			error: 'The room closed early.',
			operator_invite: {
				invite_call_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a08',
				status: 'Dialing',
				reason: 'The caller asked for a person.',
			},
		},
		synthesized_user_tts_version_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a09',
		synthesized_user_tts_voice_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a10',
		synthesized_user_tts_additional_properties: [
			{ name: 'speed', value: 1.1 },
			{ name: 'style', value: null },
			{ name: 'mix', value: { calm: 0.4, tags: ['soft', 'low'] } },
		],
		synthesized_audio_path: 'synthesized/17.wav',
		synthesized_job_id: 'SJ_17',
		session_token: 'session-token-for-tests',
		history: [buildFullTurn()],
		audio_url: 'https://media.example.com/17.wav?signature=test',
		audio_url_expires_at: '2026-11-03T10:17:30.000Z',
		agent_audio_url: 'https://media.example.com/17-agent.wav',
		user_raw_audio_url: 'https://media.example.com/17-user-raw.wav',
		user_cleaned_audio_url: 'https://media.example.com/17-user-cleaned.wav',
		synthesized_audio_url: 'https://media.example.com/17-synthesized.wav',
		synthesized_chat_history: [buildFullTurn()],
		agent_joined_at: '2026-11-03T09:15:01.000Z',
		recording_started_at: '2026-11-03T09:15:02.000Z',
		campaign_item_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a11',
		campaign_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a12',
		campaign_name: 'Autumn reminders',
		url_parameters: { utm_source: 'mail', ref: '42' },
	};
}

export function buildFullRecordB(): JsonRecord {
	return {
		session_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6b01',
		agent_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6b02',
		agent_name: 'Reception',
		audio_url: 'https://media.example.com/18.wav',
		audio_url_expires_at: '2026-11-03T10:17:30.000Z',
		created_at: '2026-11-03T09:14:58.100Z',
		start_time: '2026-11-03T09:15:00.000Z',
		agent_joined_at: '2026-11-03T09:15:01.000Z',
		duration_seconds: 150.25,
		history: [buildFullTurn()],
		telecom_provider: 'ExampleTel',
		from_number: '+15550100',
		to_number: '+15550101',
		call_sid: 'CA18',
		campaign_item_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6b11',
		campaign_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6b12',
		campaign_name: 'Autumn reminders',
		url_parameters: { utm_source: 'mail', ref: '42' },
		test_run_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6b06',
		test_id: '0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6b07',
		test_status: 'Initial',
		test_eval_result: buildTestEvalResult(),
		room_metadata: { failed: true, skipCompositeEgress: false, error: 'The room closed early.' },
		status: 'Pending',
		error_message: 'none',
	};
}
