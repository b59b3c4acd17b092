import { findCallSides } from '../../../core/conversation/outcome.ts';

const call = {
	campaign_id: null,
	campaign_item_id: null,
	from_number: '+49 30 123451',
	to_number: '+49 30 123452',
};

test('without a campaign nobody knows who called whom: the calling number is the customer', () => {
	expect(findCallSides(call)).toMatchObject({ direction: null, customer_number: '+4930123451' });
});

test.each([{ campaign_id: 'c' }, { campaign_item_id: 'i' }])('%j calls out', (campaign) => {
	expect(findCallSides({ ...call, ...campaign })).toMatchObject({
		direction: 'outbound',
		customer_number: '+4930123452',
	});
});

test.each([
	['inbound', undefined, '+4930123451'],
	['outbound', undefined, '+4930123452'],
	['inbound', 'to', '+4930123452'],
	['outbound', 'from', '+4930123451'],
] as const)('what the user states counts: %s, number %s', (direction, customerNumber, expected) => {
	expect(findCallSides({ ...call, campaign_id: 'c' }, { direction, customerNumber })).toMatchObject(
		{
			direction,
			customer_number: expected,
		},
	);
});
