import { compareNumbers, writeCustomerNumber } from '../../../core/conversation/customer-number.ts';
import { convert } from '../../support/records/read-fixture.mts';
import { spendLittle } from '../../support/spend-little.mts';
import withheld from '../../fixtures/phone-numbers/withheld.json' with { type: 'json' };
import numbers from '../../fixtures/phone-numbers/customer-numbers.json' with { type: 'json' };

const write = (sent: string | null, country?: string) => {
	const { customer_number, customer_number_national } = writeCustomerNumber(sent, country);
	return [customer_number, customer_number_national];
};

test.each([null, '', ' '])('no number is given by %j', (sent) => {
	expect(write(sent, 'DE')).toEqual([null, null]);
});

describe.each(Object.entries(withheld))('%s', (kind, writings) => {
	const countries = kind.startsWith('Bare') ? [undefined] : [undefined, 'DE', 'US', 'MX', 'CN'];
	test.each(writings)('%j names nobody', (sent) => {
		for (const country of countries) expect(write(sent, country)).toEqual([null, null]);
	});
});

type Read = { sent: string; country?: string; number: string; national: string | null };

test.each(Object.values(numbers.read).flatMap((rows): Read[] => rows))(
	'$sent with the country $country becomes $number',
	({ sent, country, number, national }) => {
		expect(write(sent, country)).toEqual([number, national]);
	},
);

// Short numbers and extensions of 30 countries are in test/unit/phone/oracle.
test.each(numbers.kept)('$why: $sent stays as it came (country $country)', ({ sent, country }) => {
	expect(write(sent, country)).toEqual([sent, null]);
});

test.each(['+493012345678', '+14155550142', '+390612345678', '+5491123456789', '+80012345678'])(
	'%s is the same number with any country',
	(number) => {
		for (const country of [undefined, 'DE', 'US', 'IT', 'AR', 'TH', 'CI']) {
			expect(writeCustomerNumber(number, country).customer_number).toBe(number);
		}
	},
);

type Compared = {
	customer: string;
	numbers: Record<string, boolean | null>;
	is_customer: boolean | null;
};

test.each<Compared & { country?: string }>(JSON.parse(JSON.stringify(numbers.compared)))(
	'the numbers of a contact beside $customer (country $country): $numbers',
	({ customer, numbers: expected, is_customer, country }) => {
		const conversation = convert({ from_number: customer });
		const compared = compareNumbers(conversation, Object.keys(expected), country);
		expect(compared.is_customer).toBe(is_customer);
		const told = compared.numbers.map((each) => [each.number, each.is_customer]);
		expect(told).toEqual(Object.entries(expected));
	},
);

test('takes linear time', () => {
	const parts = [
		'\t',
		'<>',
		'>;',
		'x',
		'*',
		'- ',
		'(',
		'sip:',
		'0',
		';',
		'@',
		'/',
		'+',
		'1 ',
		'<',
		'"',
		'%20',
		'_',
	];
	parts.push('e\u0301', '\u202a', 'anonymous ');
	spendLittle(() => {
		for (const part of parts) {
			for (const country of [undefined, 'DE', 'US']) write(part.repeat(100_000), country);
		}
	});
});
