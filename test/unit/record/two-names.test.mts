import { parseRecord } from '../../../core/record/parse-record.ts';

/** A field under both of its names: the interface document spells a field in one way, and services in two. */
function read(record: object) {
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

test.each([
	[{ urlParameters: { a: '1' }, url_parameters: { b: '2' } }],
	[{ url_parameters: { b: '2' }, urlParameters: { a: '1' } }],
])('of two maps in %j the documented name counts, and the other is kept', (fields) => {
	const conversation = read({ id: 'x', ...fields });
	expect(conversation.url_parameters).toEqual({ b: '2' });
	expect(conversation.additional_fields).toEqual({ urlParameters: { a: '1' } });
	expect(conversation.parse_issues).toEqual([]);
});

test.each([
	[{ agentTitle: 12, agent_title: 'Bookings' }],
	[{ agent_title: 'Bookings', agentTitle: 12 }],
])('in %j a wrong type is no issue if the documented name holds a right one', (fields) => {
	const conversation = read({ id: 'x', ...fields });
	expect(conversation.agent_title).toBe('Bookings');
	expect(conversation.additional_fields).toEqual({ agentTitle: 12 });
	expect(conversation.parse_issues).toEqual([]);
});

test('a wrong type under the documented name is an issue, and the other name counts', () => {
	const conversation = read({ id: 'x', agent_title: 12, agentTitle: 'Bookings' });
	expect(conversation.agent_title).toBe('Bookings');
	expect(conversation.additional_fields).toEqual({ agent_title: 12 });
	expect(conversation.parse_issues).toMatchObject([{ path: 'agent_title', expected: 'string' }]);
});
