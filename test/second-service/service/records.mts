import { randomUUID } from 'node:crypto';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** Shape A (part 2.5): no vendor word, moments with seven decimals, values in words of its own. */
export function createRecord(storageUrl: string): JsonObject {
	const id = randomUUID().toUpperCase();
	return {
		status: 'FINISHED_OK',
		id,
		agent_title: 'Zoë – Termine 📅',
		agent_id: randomUUID(),
		duration_seconds: 62.5,
		error_message: null,
		started_at: '2025-03-04T10:11:12.1234560Z',
		ended_at: '2025-03-04T10:12:14.6234560Z',
		from_number: '+493012345678',
		to_number: '+493087654321',
		has_audio: true,
		campaign_id: null,
		url_parameters: { utm_source: 'brief', zip: '10115', a: '' },
		history: [
			{
				content: 'Guten Tag / hello "you" <b>',
				role: 'AGENT',
				kind: 'utterance',
				id: 'turn-1',
				metrics: { llm_node_ttft: 0.31, e2e_latency: 1.2, started_speaking_at: null },
			},
			{ role: 'CALLER', content: 'Ein Termin, bitte.', interrupted: false, id: 'turn-2' },
			{
				role: 'TOOL',
				kind: 'call',
				tool_name: 'find_slot',
				tool_arguments_json: '{"day":"2025-03-05","count":1e0}',
				tool_output: '[]',
				tool_is_error: false,
			},
		],
		audio_url: `${storageUrl}/recordings/call.wav?X-Signature=1`,
		audio_url_expires_at: '0001-01-01T00:00:00',
		room_metadata: { failed: false, error: null },
		tenant: { region: 'eu', plan: 'b' },
	};
}

/** The same conversation in shape B (part 2.9). */
export function toShapeB(record: JsonObject): JsonObject {
	const { id, agent_title, started_at, room_metadata, ...rest } = record;
	return {
		...omit(rest, ['ended_at', 'has_audio', 'tenant']),
		session_id: id ?? null,
		agent_name: agent_title ?? null,
		start_time: started_at ?? null,
		room_metadata: { ...Object(room_metadata), skipCompositeEgress: true },
	};
}

export const omit = <Value,>(
	fields: Record<string, Value>,
	names: string[],
): Record<string, Value> =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/**
 * What a database in which the record was stored as `jsonb` gives back: keys by length, then by bytes,
 * moments without closing zeros, numbers in plain digits. Links are signed anew meanwhile.
 */
export function readBack(record: JsonObject): JsonObject {
	return { ...orderKeys(record), ...refreshLinks(record) };
}

function orderKeys(value: JsonObject): JsonObject {
	const order = (inner: Json): Json => {
		if (Array.isArray(inner)) return inner.map(order);
		if (typeof inner === 'string') return inner.replace(/(:\d\d\.\d*?[1-9])0+Z$/, '$1Z');
		return inner === null || typeof inner !== 'object' ? inner : orderKeys(inner);
	};
	const entries = Object.entries(value).sort(
		([a], [b]) => a.length - b.length || Buffer.compare(Buffer.from(a), Buffer.from(b)),
	);
	return Object.fromEntries(entries.map(([name, inner]) => [name, order(inner)]));
}

function refreshLinks(record: JsonObject): JsonObject {
	const links = Object.entries(record).flatMap(([name, value]) =>
		name.endsWith('audio_url') && typeof value === 'string'
			? [[name, value.replace(/\?.*$/, `?X-Signature=${randomUUID()}`)]]
			: [],
	);
	return Object.fromEntries(links);
}

/** Every `null` left out, at every level. */
export function leaveOutNulls(value: Json): Json {
	if (Array.isArray(value)) return value.map(leaveOutNulls);
	if (value === null || typeof value !== 'object') return value;
	const kept = Object.entries(value).filter(([, inner]) => inner !== null);
	return Object.fromEntries(kept.map(([name, inner]) => [name, leaveOutNulls(inner)]));
}

/** Names as .NET writes them: `AgentTitle` for `agent_title`. */
export function toPascalCase(value: Json): Json {
	if (Array.isArray(value)) return value.map(toPascalCase);
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
			toPascalCase(inner),
		]),
	);
}
