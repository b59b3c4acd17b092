import fc from 'fast-check';
import { applyStatements, type OutputOptions } from '../../../core/conversation/outputs.ts';
import { Speakers } from '../../../core/conversation/speakers.ts';
import { decideDelivery } from '../../../core/delivery/decide-delivery.ts';
import { parseItem } from '../../../core/record/item.ts';
import { countRuns } from '../../support/records/mutate-record.mts';

// What single options state is in call-sides and in the tests of outcomes.

const oneOf = fc.constantFrom;

const records = fc.record({
	id: oneOf('c-1'),
	from_number: oneOf(
		...[null, 'anonymous', '+14155550142', '4155550142', '030 1234567', '7378742833'],
		'sip:ann@x.test',
	),
	to_number: oneOf(null, '+14155550110', '4930901820', '+493090182077'),
	campaign_id: oneOf(null, 'k', '00000000-0000-0000-0000-000000000000'),
	error_message: oneOf(null, '', 'busy', 'dial_no_answer'),
	status: oneOf(null, 'Done', 'Failed'),
	duration_seconds: oneOf<(string | number | null)[]>(null, '0', 0, 12),
	room_metadata: oneOf(null, { failed: true }, { operator_invite: { status: 'Dialing' } }),
	history: oneOf(
		undefined,
		null,
		[],
		...['User', 'Agent', 'Lodger'].map((role) => [{ role, content: 'Hi' }]),
		[{ tool_name: 'book', tool_arguments_json: '{}' }],
	),
});

const statements: fc.Arbitrary<OutputOptions> = fc.record({
	direction: oneOf(undefined, undefined, 'inbound', 'outbound'),
	customerNumber: oneOf(undefined, undefined, 'from', 'to'),
	ownNumbers: oneOf(undefined, ['+14155550110'], ['+14155550142', '+14155550110']),
	defaultCountry: oneOf(undefined, 'US', 'DE'),
	outcomeRules: oneOf<NonNullable<OutputOptions['outcomeRules']>[]>(
		[],
		[{ when: 'toolCalled', value: 'book', outcome: 'completed' }],
		[{ when: 'errorContains', value: 'busy', outcome: 'no_answer' }],
		[{ when: 'statusIs', value: 'done', outcome: 'failed' }],
	),
	speakers: oneOf(undefined, new Speakers({ user: ['Lodger'] })),
});

const numRuns = countRuns(6_000);

test(`${numRuns} records: the trigger and Parse state the same, however often they are asked`, () => {
	const property = fc.property(records, statements, (record, options) => {
		const event = { event: 'ConversationComplete', data: record };
		const stated = deliver(event, options);
		const expected = tellStatements(stated);
		const again: [unknown, OutputOptions][] = [
			[event, options],
			[deliver(event, {}), options],
			[stated, {}],
			[stated, options],
		];
		for (const [item, later] of again) {
			const said = tellStatements(parse(item, later));
			if (said !== expected) throw new Error(`${said} is not ${expected}`);
		}
	});
	fc.assert(property, { numRuns });
}, 600_000);

/** The item of the trigger. */
function deliver(body: object, options: OutputOptions): object {
	const decided = decideDelivery({ body }, { output: { output: 'conversation', options } });
	const [item] = decided.kind === 'event' ? decided.items : [];
	if (item === undefined) throw new Error('The delivery starts nothing');
	return item;
}

/** The conversation of Parse. */
function parse(item: unknown, options: OutputOptions): object {
	const parsed = parseItem(item, options.speakers);
	if (!parsed.success) throw new Error(parsed.error.code);
	return applyStatements(parsed.conversation, options);
}

function tellStatements(conversation: object): string {
	const names = ['direction', 'customer_number', 'customer_number_national', 'answered', 'outcome'];
	return JSON.stringify(names.map((name) => Reflect.get(conversation, name)));
}
