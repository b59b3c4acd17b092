import { readFileSync } from 'node:fs';
import path from 'node:path';
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

const germany = { defaultCountry: 'DE' };
const keypad = { from_number: '7378742833' };
const america = { defaultCountry: 'US' };
const texan = { customer_number: '+17378742833', customer_number_national: '(737) 874-2833' };

type Case = [
	sent: { from_number?: string | null; to_number?: string },
	options: OutputOptions,
	direction: string | null,
	customer_number: string | null,
	customer_number_national: string | null,
];

/** Why each group of records tells what its rows say. */
const cases: Record<string, Case[]> = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../fixtures/call-sides.json'), 'utf8'),
);

describe.each(Object.entries(cases))('%s', (_why, rows) => {
	test.each(rows)('%j with the options %j: %s, %s, %s', (more, options, ...told) => {
		const [direction, customer_number, customer_number_national] = told;
		const sent = { ...record, ...more };
		const { from_number, to_number } = sent;
		const expected = { direction, customer_number, customer_number_national };
		const { conversation, items } = deliver(options, {}, sent);
		expect(conversation).toMatchObject(expected);
		expect(items).toMatchObject([{ ...expected, from_number, to_number }]);
		// The same of a record in an item, and of an item that was emitted without these options.
		expect(applyStatements(read(sent), options)).toMatchObject(expected);
		expect(applyStatements(read(deliver({}, {}, sent).items[0]), options)).toMatchObject(expected);
	});
});

test('a number that Mask Numbers has hidden stays in the item', () => {
	const { items } = deliver(
		{ personalData: 'maskNumbers' },
		{},
		{ ...record, from_number: '+493012345678' },
	);
	const { customer_number } = applyStatements(read(items[0]), germany);
	expect(customer_number).toBe('+**********78');
});

test.each(OUTPUTS)('the output %s has what the options state', (output) => {
	const options = { ...germany, direction: 'inbound' } as const;
	const { items } = deliver(options, { output: { output, options } });
	const { customer_number: number, customer_number_national: national } = caller;
	const raw = { event: 'ConversationComplete', data: record, delivery: null };
	if (output === 'raw') expect(items).toEqual([raw]);
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
