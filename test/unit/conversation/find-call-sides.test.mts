import { cleanPhoneNumber, findCallSides } from '../../../core/conversation/outcome.ts';

const call = {
	campaign_id: null,
	campaign_item_id: null,
	from_number: '+49 30 1',
	to_number: '+49 30 2',
};

test('without a campaign nobody knows who called whom: the calling number is the customer', () => {
	expect(findCallSides(call)).toEqual({ direction: null, customer_number: '+49301' });
});

test.each([{ campaign_id: 'c' }, { campaign_item_id: 'i' }])('%j calls out', (campaign) => {
	expect(findCallSides({ ...call, ...campaign })).toEqual({
		direction: 'outbound',
		customer_number: '+49302',
	});
});

test.each([
	['inbound', undefined, '+49301'],
	['outbound', undefined, '+49302'],
	['inbound', 'to', '+49302'],
	['outbound', 'from', '+49301'],
] as const)('what the user states counts: %s, number %s', (direction, customerNumber, expected) => {
	expect(findCallSides({ ...call, campaign_id: 'c' }, { direction, customerNumber })).toEqual({
		direction,
		customer_number: expected,
	});
});

test.each([null, '', ' '])('there is no customer number in %j', (from_number) => {
	expect(findCallSides({ ...call, from_number }).customer_number).toBeNull();
});

test.each([
	['+49 30 1234', '+49301234'],
	['0049-(30)-1234', '+49301234'],
	['tel:+1-555-0100;phone-context=example.com', '+15550100'],
	['sip:+15550100@sip.example.com;user=phone', '+15550100'],
	['SIPS:00495550100@example.com', '+495550100'],
	['030 1234', '0301234'],
	['[555] 0100', '5550100'],
	['+1\u2011555\u20110100', '+15550100'],
	// What is no number then stays as sent.
	['sip:alice@example.com', 'sip:alice@example.com'],
	['anonymous', 'anonymous'],
	[' Front Desk ', 'Front Desk'],
	['+1 555 0100 ext 5', '+1 555 0100 ext 5'],
	['555.0100', '555.0100'],
])('%j becomes %j', (sent, cleaned) => {
	expect(cleanPhoneNumber(sent)).toBe(cleaned);
});

test('takes linear time', () => {
	const started = performance.now();
	for (const part of ['- ', '(', 'sip:', '0', ';', '@']) cleanPhoneNumber(part.repeat(500_000));
	expect(performance.now() - started).toBeLessThan(2000);
});
