import { findQuotes, type FoundQuote, type SAID_BY } from '../../../core/conversation/quotes.ts';
import { Speakers } from '../../../core/conversation/speakers.ts';
import { convert } from '../../support/records/read-fixture.mts';
import { spendLittle } from '../../support/spend-little.mts';
import fixture from '../../fixtures/quotes.json' with { type: 'json' };

type SaidBy = (typeof SAID_BY)[number];
type Row = [
	quote: string,
	saidBy: SaidBy,
	...found: [boolean, FoundQuote['said_by'], number, number],
];
type Unread = [record: object, saidBy: SaidBy];

const { record } = fixture;
const rows: Record<string, Row[]> = JSON.parse(JSON.stringify(fixture.rows));
const unread: Record<string, Unread> = JSON.parse(JSON.stringify(fixture.unread));

describe.each(Object.entries(rows))('%s', (_why, asked) => {
	test.each(asked)('%j said by %s: %s, %s, turn %s, %s s', (quote, saidBy, ...told) => {
		const [is_found, said_by, turn_index, offset_seconds] = told;
		const found = { quote, is_found, said_by, turn_index, offset_seconds };
		expect(findQuotes(convert(record), [quote], saidBy)).toEqual([found]);
	});
});

test('all quotes are found at once, in their order, one twice and one inside another', () => {
	const quotes = [
		'monday at ten suit',
		'no such words here',
		'Would Monday at ten suit you',
		'Monday at ten suit',
	];
	const found = findQuotes(convert(record), quotes);
	expect(found.map(({ quote }) => quote)).toEqual(quotes);
	expect(found.map(({ is_found }) => is_found)).toEqual([true, false, true, true]);
});

test('Speakers tell who said a quote', () => {
	const speakers = new Speakers({ user: ['Lodger'] });
	const [found] = findQuotes(convert(record), ['we never called you before'], 'customer', speakers);
	expect(found).toMatchObject({ is_found: true, said_by: 'customer' });
});

test.each(Object.entries(unread))('what was not read is not "no": %s', (_, [sent, saidBy]) => {
	const [found] = findQuotes(convert(sent), ['would monday at ten suit you'], saidBy);
	expect(found).toMatchObject({ is_found: null, turn_index: null });
});

test('takes linear time, whatever was said', () => {
	const parts = ['a ', '\t', '\u0301', 'e\u0301 ', '7', '[', '<', ';', "a'", '漢', 'ก\u0e31'];
	const quotes = Array.from({ length: 100 }, (_, index) => `${'a '.repeat(490)}b${index}`);
	spendLittle(() => {
		for (const part of parts) {
			const history = [{ role: 'User', content: part.repeat(500_000) }];
			findQuotes(convert({ history }), quotes);
		}
	});
});
