import { convert } from '../../support/records/read-fixture.mts';

// That each documented field is read under its name: record-fixtures. Of its type: wrong-types.

test.each<unknown>([null, false, 0, '', [], {}, { calm: 0.4, tags: ['soft'] }])(
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
