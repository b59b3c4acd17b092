import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeCustomerNumber } from '../../../core/conversation/customer-number.ts';
import { readPhoneNumber } from '../../../core/phone/read-phone-number.ts';

const folder = path.join(__dirname, '../../fixtures/phone-numbers');
const readJson = (name: string): unknown =>
	JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

const text = z.string().nullable();
const row = z.tuple([z.string(), text, text, text, z.enum(['', 'short', 'extension'])]);
/** What ask-phonenumbers.py in that folder was told; it says what a row is. */
const answers = z.record(z.string(), z.array(row)).parse(readJson('answers.json'));

const asked = Object.entries(answers).flatMap(([country, rows]) =>
	rows.map(([sent, home, national, abroad, kind]) => {
		const bare = sent.replace(/^tel:/, '');
		const isPrefixed = /^(?:\+|00)/.test(bare);
		const isDouble = !isPrefixed && home !== null && abroad !== null && home !== abroad;
		const theirs = isPrefixed ? (abroad ?? home) : home;
		return {
			country,
			bare,
			national,
			home,
			isDouble,
			theirs: kind !== '' || isDouble ? null : theirs,
			kind,
			ours: writeCustomerNumber(sent, country),
		};
	}),
);
type Asked = (typeof asked)[number];

/** The number that was read; null for one that stays as it came. */
const findRead = ({ ours, bare }: Asked) =>
	ours.customer_number_national === null && ours.customer_number === bare
		? null
		: ours.customer_number;

const toDigits = (written: string) => written.replace(/\D/g, '');

/** Why the two may differ, the first that fits. */
const REASONS: Record<string, (number: Asked) => boolean> = {
	'written in the groups of its country, so no calling code is in it': ({ isDouble, ours, home }) =>
		isDouble && ours.customer_number === home,
	'begins with the calling code of its country, which dials a prefix in front of such a number': ({
		isDouble,
		ours,
		bare,
	}) => isDouble && ours.customer_number === `+${bare}`,
	'without the prefix that its country dials in front: a local number, an extension or a service number looks like that':
		({ theirs, national, bare }) =>
			theirs !== null && national !== null && !toDigits(bare).endsWith(toDigits(national)),
	'of five digits for the whole country: a service number looks like that': ({
		theirs,
		national,
	}) => theirs !== null && toDigits(national ?? '').length === 5,
	'valid with a calling code, too, as far as the smaller data tells': ({ theirs, bare }) =>
		theirs !== null && readPhoneNumber(`+${toDigits(bare)}`) !== undefined,
	'valid by its length and its first digits, but given to nobody: the smaller data tells no more':
		({ home, ours }) => home === null && ours.customer_number_national !== null,
};

const differing = asked.filter((number) => findRead(number) !== number.theirs);

test('30 countries were asked', () => {
	expect(Object.keys(answers)).toHaveLength(30);
	expect(asked.length).toBeGreaterThan(3000);
});

test('no number is read as that of somebody else', () => {
	const wrong = asked.filter((number) => {
		const read = findRead(number);
		return read !== null && number.theirs !== null && read !== number.theirs;
	});
	expect(wrong).toEqual([]);
});

test('no service number and no extension is read', () => {
	const kept = asked.filter(({ kind }) => kind !== '');
	expect(kept.length).toBeGreaterThan(500);
	expect(kept.filter((number) => findRead(number) !== null)).toEqual([]);
});

test('what both read is written alike in the own country, but for one number', () => {
	const others = asked.filter(
		({ ours, home, national }) =>
			ours.customer_number_national !== null &&
			ours.customer_number === home &&
			ours.customer_number_national !== national,
	);
	const pairs = others.map(
		({ ours, national }) => `${ours.customer_number_national} | ${national}`,
	);
	// A number of the city hall, for which the smaller data has no groups.
	expect([...new Set(pairs)]).toEqual(['14024 | 14 024']);
});

test('each other difference is explained and listed', () => {
	const listed = Object.fromEntries(
		Object.keys(REASONS).map((reason): [string, string[]] => [reason, []]),
	);
	const unexplained: Asked[] = [];
	for (const number of differing) {
		const { country, bare, theirs } = number;
		const reason = Object.keys(REASONS).find((name) => REASONS[name]?.(number));
		if (reason === undefined) unexplained.push(number);
		else
			listed[reason]?.push(
				`${country} ${bare}: ${findRead(number) ?? 'as it came'}, not ${theirs ?? 'as it came'}`,
			);
	}
	expect(unexplained).toEqual([]);
	expect(listed).toEqual(readJson('differences.json'));
});
