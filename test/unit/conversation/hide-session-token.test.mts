import { OUTPUTS } from '../../../core/conversation/outputs.ts';
import { buildOutputItems, convert } from './read-fixture.mts';

const secret = 'secret-of-the-session';

// Where a service could put the token beside its documented place, and how it could spell it.
const places: [string, object][] = [
	['its documented field', { session_token: secret }],
	['camel case', { sessionToken: secret }],
	['capitals', { SESSION_TOKEN: secret }],
	['hyphens', { 'Session-Token': secret }],
	['an object in its own field', { session_token: { value: secret } }],
];

test.each(places)('it is null in every output but Raw in %s', (_, fields) => {
	const record = { id: '1', ...fields };
	const conversation = convert(record);
	const before = JSON.stringify(conversation);
	for (const output of OUTPUTS) {
		const items = buildOutputItems(output, conversation, record);
		expect(JSON.stringify(items).includes(secret)).toBe(output === 'raw');
	}
	expect(JSON.stringify(conversation)).toBe(before);
});

test('Raw is what came', () => {
	const event = {
		event: 'Any',
		data: { id: '1', session_token: secret, a: { sessionToken: secret } },
	};
	expect(buildOutputItems('raw', convert({}), event)).toEqual([event]);
});

test('a name that only begins like it stays', () => {
	const fields = { session_token_count: 3, my_session: { token: 'a' } };
	const record = { id: '1', ...fields };
	const [item] = buildOutputItems('conversation', convert(record), record);
	expect(item?.additional_fields).toEqual(fields);
});
