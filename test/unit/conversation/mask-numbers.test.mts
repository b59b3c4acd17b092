import fc from 'fast-check';

import { maskNumbersInText } from '../../../core/conversation/mask-numbers.ts';
import masked from '../../fixtures/masked-texts.json' with { type: 'json' };
import { readPages } from '../../support/read-docs.mts';

const outputs = readPages().find(({ file }) => file === 'docs/outputs.md');
const [, section = ''] = outputs?.text.split('\n#### What counts as a number\n') ?? [];
const [page = ''] = section.split('\n## ');

/** The code spans between two lines of the page. */
function listExamples(from: string, to: string): string[] {
	const [, part = ''] = page.split(from);
	return [...(part.split(to)[0] ?? '').matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(
		([, code = '']) => code,
	);
}

describe('the page on outputs', () => {
	test('lists every character that may stand between two digits, and no other', () => {
		const [, table = ''] = page.split('| between digits');
		const spans = table.split('\n\n')[0]?.replace('`` ` ``', '').replace('`\\|`', '`|`') ?? '';
		const listed = new Set(['`', ...[...spans.matchAll(/`([^`]+)`/g)].map(([, sign]) => sign)]);
		expect(listed.size).toBeGreaterThan(30);
		for (let point = 0; point < 0x1_0000; point += 1) {
			const sign = String.fromCodePoint(point);
			if (/[\p{Nd}\p{Cs}]/u.test(sign)) continue;
			const isListed = listed.has(sign) || /[\s\p{Cf}\p{Pd}]/u.test(sign);
			const isMasked = maskNumbersInText(`415${sign}5550142`) === `***${sign}*****42`;
			if (isMasked !== isListed) throw new Error(`U+${point.toString(16)}: ${isMasked}`);
		}
	});

	const printed = [
		'Tue Nov 03 2026 14:30:00 GMT+0100 (CET)',
		'Tue, 03 Nov 2026 14:30:00 +0100',
		'Tue Nov  3 14:30:00 2026',
		'2026-11-03 14:30:00.123456789 +0000 UTC m=+0.012345678',
		'11/3/2026 2:30:00 PM +01:00',
		'0b6a0c1e-6d1e-4c55-9d52-000000000042',
	];
	test.each([...listExamples('What stays:', 'What is not found:'), ...printed])(
		'%s stays',
		(text) => {
			expect(maskNumbersInText(text)).toBe(text);
			// Neither what stands before it nor what follows makes it a number.
			const beside = `415 555 0142, ${text}; 415 555 0142`;
			expect(maskNumbersInText(beside)).toBe(`*** *** **42, ${text}; *** *** **42`);
		},
	);

	test.each(listExamples('What is not found:', 'What is masked, too'))(
		'%s is as the page says',
		(text) => {
			expect(maskNumbersInText(text)).toBe(text);
		},
	);

	test.each(listExamples('What is masked, too', 'JSON elsewhere'))('%s is masked', (text) => {
		expect(maskNumbersInText(text) === text).toBe(text === '42/2026/11/03');
	});
});

test.each(Object.entries<string>(masked.texts))('%s becomes %s', (text, masked) => {
	expect(maskNumbersInText(text)).toBe(masked);
});

test('the numbers of the conversation are masked in a UUID, too', () => {
	const text = 'a 12345678-6d1e-4c55-9d52-155501000042 b';
	expect(maskNumbersInText(text, ['15550100'])).toBe('a *******8-6d1e-4c55-9d**-**********42 b');
});

/** A part of a text, and what is left of it. */
type Part = [text: string, masked: string];

const same = (text: string): Part => [text, text];

// The scanner's own tables are not used here: what a number, a date and a UUID look like stands below.
const digit = fc.integer({ min: 0, max: 9 });
const zeros = fc.constantFrom('0', '0', '0', '\u0660', '\u0966', '\uff10');
const signs = fc.constantFrom(
	...['', '', ' ', '-', '.', '/', ' - ', ') ', '\u00a0', '\u2011', '\u2013', '\n', ', ', '; '],
	...[': ', ' \u2022 ', "'", ' \u2026 ', '\u3001', '\u060c ', '\uff0d', '","', ' | ', '*'],
	...['%20', '&nbsp;', ', ... '],
);
const number: fc.Arbitrary<Part> = fc
	.record({
		prefix: fc.constantFrom('', '', '+', '00', '(', 'tel:', '%2B'),
		digits: fc.array(digit, { minLength: 7, maxLength: 15 }),
		sign: signs,
		groupLength: fc.integer({ min: 1, max: 5 }),
		zero: zeros,
	})
	// Neither a year nor a time.
	.filter(({ digits, groupLength, sign }) => {
		return !/19|20/.test(digits.join('')) && !(sign.includes(':') && groupLength === 2);
	})
	.map(({ prefix, digits, sign, groupLength, zero }) => {
		const write = (firstShown: number) => {
			const written = digits.map((value, index) => {
				const group = index > 0 && index % groupLength === 0 ? sign : '';
				const own = String.fromCodePoint((zero.codePointAt(0) ?? 0) + value);
				return `${group}${index < firstShown ? '*' : own}`;
			});
			return written.join('');
		};
		return [prefix + write(0), prefix.replaceAll('0', '*') + write(digits.length - 2)];
	});

// Of the years 1900 to 2099 also in the time zone of this machine, in which some of the forms are.
const moment = fc.date({
	min: new Date('1900-01-02T00:00:00Z'),
	max: new Date('2099-12-30T00:00:00Z'),
	noInvalidDate: true,
});
const two = (value: number) => String(value).padStart(2, '0');
const date = fc
	.tuple(moment, fc.nat({ max: 11 }), fc.nat(999_999_999))
	.map(([at, form, nanoseconds]): Part => {
		const [day, time] = at.toISOString().split(/[T.]/);
		const [year = '', month, ofMonth] = day?.split('-') ?? [];
		const fraction = String(nanoseconds).padStart(9, '0');
		const forms = [
			at.toISOString(),
			String(at),
			at.toUTCString(),
			at.toLocaleString('en-US'),
			`${day} ${time}.${fraction.slice(3)}+05:30`,
			`${day}T${time}.${fraction.slice(2)}-08:00`,
			`${year}/${month}/${ofMonth}`,
			`${ofMonth}.${month}.${year}`,
			`${month}/${ofMonth}/${year} ${time}`,
			`${year}${month}${ofMonth}T${two(at.getUTCHours())}${two(at.getUTCMinutes())}Z`,
			`${String(at).slice(0, 10)} ${time} CET ${year}`,
			`${day} ${time}.${fraction} +0000 UTC m=+0.${fraction}`,
		];
		return same(forms[form] ?? '');
	});
const uuid = fc
	.tuple(
		fc.uuid(),
		fc.constantFrom('', 'a/', 'call_', '-', 'x'),
		fc.constantFrom('', '_1', '-2', '.json'),
	)
	.map(([id, before, after]) => same(`${before}${id}${after}`));
const word = fc
	.constantFrom(
		...['Hello', 'order 123456', 'at ten', '3 of 12', 'Zo\u00eb', 'v2.1', '\u{1F600}'],
		'https://example.com/a?b=c',
	)
	.map(same);
const glue = fc.constantFrom(' is ', '. Call ', ' (room) ', '\nfrom: ', ' \u4f60\u597d ');

const texts = fc.array(fc.tuple(fc.oneof(number, date, uuid, word), glue), {
	maxLength: 12,
});
const COUNT = Number(process.env.MASK_COUNT ?? 10_000);
const seed = Number(process.env.MASK_SEED ?? Date.now() % 2 ** 31);

test(`of ${COUNT} generated texts the numbers are masked, and nothing else, seed ${seed}`, () => {
	const property = fc.property(texts, (parts) => {
		const join = (which: 0 | 1) => parts.map(([part, between]) => part[which] + between).join('');
		expect(maskNumbersInText(join(0))).toBe(join(1));
	});
	fc.assert(property, { numRuns: COUNT, seed });
});
