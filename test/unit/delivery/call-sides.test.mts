import {
	applyStatements,
	OUTPUTS,
	type OutputOptions,
} from '../../../core/conversation/outputs.ts';
import { decideDelivery, type DecisionSettings } from '../../../core/delivery/decide-delivery.ts';
import { hashContent } from '../../../core/delivery/duplicates.ts';
import { parseItem } from '../../../core/record/item.ts';

const record = {
	id: 'c-1',
	from_number: '030 12345678',
	to_number: '0171/1234567',
	history: [
		{ role: 'User', content: 'Hello' },
		{ role: 'Assistant', tool_name: 'find', tool_call_id: '1', tool_output: 'ok' },
	],
};
const caller = { customer_number: '+493012345678', customer_number_national: '030 12345678' };
const called = { customer_number: '+491711234567', customer_number_national: '0171 1234567' };
const danish = { customer_number: '+4532123419', customer_number_national: '32 12 34 19' };
const asItCame = { customer_number: '030 12345678', customer_number_national: null };

function deliver(options: OutputOptions, settings: DecisionSettings = {}, sent: object = record) {
	const output = { output: 'conversation', options } as const;
	const body = { event: 'ConversationComplete', data: sent };
	const outcome = decideDelivery({ body }, { output, ...settings });
	if (outcome.kind !== 'event') throw new Error(outcome.reason);
	return outcome;
}

function read(item: unknown) {
	const parsed = parseItem(item);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

const zeros = '00000000-0000-0000-0000-000000000000';
const germany = { defaultCountry: 'DE' };

const ours = { ...germany, ownNumbers: ['+49 171 1234567', '+49 89 1234567'] };
const between = { from_number: '089 1234567' };
const nobody = { customer_number: null, customer_number_national: null };
const keypad = { from_number: '7378742833' };
const america = { defaultCountry: 'US' };
const texan = { customer_number: '+17378742833', customer_number_national: '(737) 874-2833' };
const inbound = { direction: 'inbound', ...caller };
const outbound = { direction: 'outbound', ...called };
/** The numbers as they came in a record without a country. */
const bare = { from_number: '0171/1234567', to_number: '+49 30 12345678' };

test.each<[object, OutputOptions, object]>([
	[{}, germany, { direction: null, ...caller }],
	[{ campaign_id: 'c' }, germany, { direction: 'outbound', ...called }],
	[{ campaign_item_id: 'i' }, germany, { direction: 'outbound', ...called }],
	// A campaign that was never set is none.
	[{ campaign_id: zeros, campaign_item_id: ' ' }, germany, { direction: null, ...caller }],
	[{ campaign_id: zeros.replaceAll('-', '') }, germany, { direction: null, ...caller }],
	// What the user states counts.
	[{ campaign_id: 'c' }, { ...germany, direction: 'inbound' }, { direction: 'inbound', ...caller }],
	[{}, { ...germany, direction: 'outbound' }, { direction: 'outbound', ...called }],
	[{}, { ...germany, customerNumber: 'to' }, { direction: null, ...called }],
	[{}, { ...germany, direction: 'inbound', customerNumber: 'to' }, called],
	[{}, { ...germany, direction: 'outbound', customerNumber: 'from' }, caller],
	// Where people dial another prefix than 00 to call abroad, services write 00 all the same.
	[{ from_number: '004532123419' }, { defaultCountry: 'SG' }, danish],
	[{ from_number: '004532123419' }, { defaultCountry: 'SG', direction: 'inbound' }, danish],
	[{}, {}, asItCame],
	[{}, { defaultCountry: 'US' }, asItCame],
	// Own numbers tell the direction.
	[{}, ours, inbound],
	[{}, { ...germany, ownNumbers: ['030 12345678'] }, outbound],
	[{ campaign_id: 'c' }, ours, inbound],
	[between, ours, { direction: null, ...nobody }],
	[{ ...between, campaign_id: 'c' }, ours, { direction: null, ...nobody }],
	[{}, { ...germany, ownNumbers: ['+4989999'] }, { direction: null, ...caller }],
	[{ campaign_id: 'c' }, { ...germany, ownNumbers: ['+4989999'] }, outbound],
	// Direction wins, and Customer Number for the number.
	[{}, { ...ours, direction: 'outbound' }, outbound],
	[between, { ...ours, direction: 'outbound' }, outbound],
	[{}, { ...ours, customerNumber: 'to' }, { direction: 'inbound', ...called }],
	[between, { ...ours, customerNumber: 'to' }, { direction: null, ...called }],
	// Without a country: by the digits of an entry, or by E.164.
	[
		bare,
		{ ownNumbers: ['0171 1234567'] },
		{ direction: 'outbound', customer_number: '+493012345678' },
	],
	[bare, { ownNumbers: ['+49 171 1234567'] }, { direction: null, customer_number: '0171/1234567' }],
	[bare, { ownNumbers: ['0049 (0)30 12345678'] }, { direction: 'inbound' }],
	[bare, { ownNumbers: ['4930 12345678'] }, { direction: 'inbound' }],
	[bare, { ownNumbers: ['030 12345678'] }, { direction: null }],
	// An address, and what names nobody.
	[
		{ to_number: 'sip:+4930999999@pbx.example.com' },
		{ ownNumbers: ['+4930999999'] },
		{ direction: 'inbound' },
	],
	[{ to_number: 'client:Desk' }, { ownNumbers: ['Client:desk'] }, { direction: 'inbound' }],
	[{ to_number: 'ext. 7' }, { ownNumbers: ['7'] }, { direction: null }],
	[{ from_number: 'anonymous' }, { ownNumbers: ['unknown'] }, { direction: null, ...nobody }],
	[{ from_number: null }, { ownNumbers: ['anonymous', '-1'] }, { direction: null, ...nobody }],
	[{ from_number: '+266696687' }, ours, { direction: 'inbound', ...nobody }],
	// Digits of a withheld caller's word that are a number in the country.
	[keypad, {}, { direction: null, ...nobody }],
	[keypad, germany, { direction: null, ...nobody }],
	[keypad, america, { direction: null, ...texan }],
	[
		{ ...keypad, campaign_id: 'c' },
		america,
		{ direction: 'outbound', customer_number: '0171/1234567' },
	],
	[keypad, { ...america, direction: 'inbound' }, { direction: 'inbound', ...texan }],
])('a record with %j and the options %j tells %j', (more, options, expected) => {
	const sent = { ...record, ...more };
	const { conversation, items } = deliver(options, {}, sent);
	expect(conversation).toMatchObject(expected);
	expect(items).toMatchObject([expected]);
	const { from_number, to_number } = sent;
	expect(items).toMatchObject([{ from_number, to_number }]);
	// The same of a record in an item, and of an item that was emitted without these options.
	expect(applyStatements(read(sent), options)).toMatchObject(expected);
	expect(applyStatements(read(deliver({}, {}, sent).items[0]), options)).toMatchObject(expected);
});

test.each(OUTPUTS)('the output %s has what the options state', (output) => {
	const options = { ...germany, direction: 'inbound' } as const;
	const { items } = deliver(options, { output: { output, options } });
	const { customer_number: number, customer_number_national: national } = caller;
	if (output === 'raw') expect(items).toEqual([{ event: 'ConversationComplete', data: record }]);
	else for (const item of items) expect(item.customer_number).toBe(number);
	const hasNational = output === 'conversation' || output === 'flat';
	expect(items[0]?.customer_number_national).toBe(hasNational ? national : undefined);
	expect(items[0]?.direction).toBe(hasNational ? 'inbound' : undefined);
	expect(items.length).toBeGreaterThan(0);
});

test("the outcome of the user's rules counts for filters", () => {
	const outcomeRules = [{ when: 'toolCalled', value: 'find', outcome: 'found' }] as const;
	const filters = { outcomes: ['found'] };
	expect(deliver({ outcomeRules }, { filters }).conversation.outcome).toBe('found');
	expect(() => deliver({}, { filters })).toThrow('outcome-not-wanted');
});

test('filters and duplicates read the number as sent', () => {
	expect(
		deliver(germany, { filters: { fromNumbers: ['030'], toNumbers: ['0171'] } }),
	).toBeDefined();
	expect(() => deliver(germany, { filters: { fromNumbers: ['+49'] } })).toThrow('from-number');
	const hash = (options: OutputOptions, sent: object = record) =>
		hashContent(deliver(options, {}, sent).conversation);
	expect(hash(germany)).toBe(hash({}));
	expect(hash(germany, { ...record, from_number: caller.customer_number })).not.toBe(hash(germany));
});

describe('an item that a node emitted, read again', () => {
	const stated = { ...germany, customerNumber: 'to' } as const;

	const readAgain = (output: 'conversation' | 'simplified', options: OutputOptions) =>
		read(deliver(options, { output: { output, options } }).items[0]);

	test.each(['conversation', 'simplified'] as const)('keeps the number of %s', (output) => {
		for (const [options, sides] of [[stated, called] as const, [germany, caller] as const]) {
			const { customer_number, customer_number_national: written } = sides;
			const customer_number_national = output === 'conversation' ? written : null;
			const expected = { customer_number, customer_number_national };
			expect(readAgain(output, options)).toMatchObject(expected);
		}
	});

	test('is written for the country that is selected then, whichever number was', () => {
		const unread = readAgain('conversation', { customerNumber: 'to' });
		const expected = { customer_number: '0171/1234567', customer_number_national: null };
		expect(unread).toMatchObject(expected);
		const { conversation } = deliver(germany, {}, { ...unread, from_number: '030 1' });
		expect(conversation.customer_number).toBe('030 1');
	});

	const numbers = { customer_number: '0171 1', from_number: '030 1' };
	const item = { agent_id: 'a', outcome: 'booked', direction: 'outbound', ...numbers };

	test.each<[OutputOptions, object]>([
		[{}, item],
		[{ direction: 'outbound' }, item],
		[{ direction: 'inbound' }, { direction: 'inbound', customer_number: '030 1' }],
		[{ ownNumbers: ['0171 9'] }, item],
		[{ ownNumbers: ['030 1'] }, item],
		[
			{ ownNumbers: ['030 1'], direction: 'inbound' },
			{ direction: 'inbound', customer_number: '030 1' },
		],
		[{ customerNumber: 'to' }, { customer_number: null }],
		[{ customerNumber: 'from' }, { direction: 'outbound', customer_number: '030 1' }],
		[{ outcomeRules: [{ when: 'toolCalled', value: 'x', outcome: 'done' }] }, item],
	])('is changed by the options %j alone', (options, expected) => {
		expect(applyStatements(read(item), options)).toMatchObject(expected);
	});

	test('between two numbers of the user is with nobody, unless Direction says otherwise', () => {
		const ownNumbers = ['030 1', '0171 2'];
		const both = { ...item, to_number: '0171 2' };
		const apply = (options: OutputOptions) => applyStatements(read(both), options);
		expect(apply({ ownNumbers })).toMatchObject({ direction: null, customer_number: null });
		expect(apply({ ownNumbers, direction: 'outbound' })).toMatchObject(item);
		const inbound = { direction: 'inbound', customer_number: '030 1' };
		expect(apply({ ownNumbers: ['0171 2'] })).toMatchObject(inbound);
	});

	test('keeps its direction where a country makes its digits a number', () => {
		const stated = { ...item, ...keypad, direction: 'inbound', customer_number: null };
		expect(applyStatements(read(stated), america)).toMatchObject({
			direction: 'inbound',
			...texan,
		});
	});

	test('has the number that an option asks for if it states none', () => {
		const unstated = { ...item, customer_number: null, to_number: '0171 2' };
		const applied = applyStatements(read(unstated), { direction: 'outbound' });
		expect(applied.customer_number).toBe('0171 2');
	});
});
