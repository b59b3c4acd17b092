import {
	buildFullRecord,
	type Json,
	type JsonRecord,
} from '../../support/interface/build-sample.mts';
import type { Type } from '../../support/interface/parse-type.mts';
import { readRecordType } from '../../support/interface/read-record-type.mts';
import { convert } from '../../support/records/read-fixture.mts';

/** Where a conversation has another name for what shape B sends; all others keep theirs. */
const NAMES_OF_B: Record<string, string> = {
	session_id: 'id',
	agent_name: 'agent_title',
	start_time: 'started_at',
	'room_metadata.skipCompositeEgress': 'room_metadata.skip_composite_egress',
};

const NOT_THERE = Symbol('not there');

function pick(value: unknown, path: string): unknown {
	let current: unknown = value;
	for (const key of path.split('.')) {
		if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
			return NOT_THERE;
		}
		current = Reflect.get(current, key);
	}
	return current;
}

function setAt(record: JsonRecord, path: string, value: Json | undefined): void {
	const keys = path.split('.');
	const last = keys.pop() ?? '';
	const parent = keys.length === 0 ? record : pick(record, keys.join('.'));
	if (typeof parent !== 'object' || parent === null) throw new Error(`no parent of ${path}`);
	if (value === undefined) Reflect.deleteProperty(parent, last);
	else Reflect.set(parent, last, value);
}

/** A value of the same type that no other field holds, so a field read from elsewhere shows. */
function changeValue(type: Type, value: unknown): Json {
	switch (type.kind) {
		case 'boolean':
			return value !== true;
		case 'number':
			return Number(value) + 1000.5;
		case 'timestamp':
			return '2031-05-06T07:08:09Z';
		case 'list':
			return ['changed'];
		case 'map':
		case 'object':
			return { changed: 'changed' };
		default:
			return type.kind === 'string' && type.note === 'JSON text' ? '{"changed":1}' : 'changed';
	}
}

/** Every documented field that holds a value, at its path in a full record: `history.0.metrics.e2e_latency`. */
function listFields(type: Type, path = ''): { path: string; type: Type }[] {
	const join = (key: string) => (path === '' ? key : `${path}.${key}`);
	if (type.kind === 'object') {
		return Object.entries(type.fields).flatMap(([key, field]) => listFields(field, join(key)));
	}
	if (type.kind === 'list' && type.element.kind === 'object') {
		return listFields(type.element, join('0'));
	}
	const own = { path, type };
	return type.kind === 'map' ? [own, { path: join('utm_source'), type: type.value }] : [own];
}

describe.each(['A', 'B'] as const)('shape %s', (shape) => {
	const build = () => buildFullRecord(shape);

	// That all come out unchanged, and what a wrong type costs: record-fixtures, wrong-types, mutated-records.
	describe.each(listFields(readRecordType(shape)))('$path', ({ path, type }) => {
		const canonical = (shape === 'B' && NAMES_OF_B[path]) || path;

		test('is read from this field and no other', () => {
			const record = build();
			const changed = changeValue(type, pick(record, path));
			setAt(record, path, changed);
			const conversation = convert(record);
			expect(pick(conversation, canonical)).toEqual(changed);
			expect(conversation.parse_issues).toEqual([]);
		});

		test('is null if it was not sent, null or missing, and not in a turn', () => {
			for (const nothing of [null, undefined]) {
				const record = build();
				setAt(record, path, nothing);
				const isOfTurn = /history\.\d+\./.test(path);
				const isOfMap = path === 'url_parameters.utm_source' && nothing === undefined;
				expect(pick(convert(record), canonical)).toBe(isOfTurn || isOfMap ? NOT_THERE : null);
			}
		});
	});
});

test.each<Json>([null, false, 0, '', [], {}, { calm: 0.4, tags: ['soft'] }])(
	"a property's value %j comes out unchanged",
	(value) => {
		const sent = { synthesized_user_tts_additional_properties: [{ name: 'style', value }] };
		const conversation = convert({ id: '1', ...sent });
		expect(conversation).toMatchObject(sent);
		expect(conversation.parse_issues).toEqual([]);
	},
);

// Four fields have another name in shape B: a record may hold one under both.

test.each([
	[{ agent_title: 'Bookings', agent_name: 'Orders' }],
	[{ agent_name: 'Orders', agent_title: 'Bookings' }],
])('of two values in %j the name of the shape counts, and the other is kept', (fields) => {
	const conversation = convert({ id: 'x', ...fields });
	expect(conversation.agent_title).toBe('Bookings');
	expect(conversation.additional_fields).toEqual({ agent_name: 'Orders' });
	expect(conversation.parse_issues).toEqual([]);
	expect(convert({ session_id: 'x', ...fields }).agent_title).toBe('Orders');
});

test.each([
	[{ agent_name: 12, agent_title: 'Bookings' }],
	[{ agent_title: 'Bookings', agent_name: 12 }],
])('in %j a wrong type is no issue if the name of the shape holds a right one', (fields) => {
	const conversation = convert({ id: 'x', ...fields });
	expect(conversation.agent_title).toBe('Bookings');
	expect(conversation.additional_fields).toEqual({ agent_name: 12 });
	expect(conversation.parse_issues).toEqual([]);
});

test('a wrong type under the name of the shape is an issue, and the other name counts', () => {
	const conversation = convert({ id: 'x', agent_title: 12, agent_name: 'Bookings' });
	expect(conversation.agent_title).toBe('Bookings');
	expect(conversation.additional_fields).toEqual({ agent_title: 12 });
	expect(conversation.parse_issues).toMatchObject([{ path: 'agent_title', expected: 'string' }]);
});

test("a vendor's word for a documented name is no issue without a value", () => {
	const conversation = convert({ id: 'x', acme_room_name: 'room', acme_job_id: null });
	expect(conversation).toMatchObject({ rtc_room_name: 'room', rtc_job_id: null });
	expect(conversation.additional_fields).toEqual({ acme_room_name: 'room', acme_job_id: null });
	expect(conversation.parse_issues).toEqual([]);
});
