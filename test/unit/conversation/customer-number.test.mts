import { writeCustomerNumber } from '../../../core/conversation/customer-number.ts';

const write = (sent: string | null, country?: string) => {
	const { customer_number, customer_number_national } = writeCustomerNumber(sent, country);
	return [customer_number, customer_number_national];
};

test.each([null, '', ' '])('no number is given by %j', (sent) => {
	expect(write(sent, 'DE')).toEqual([null, null]);
});

type Read = [sent: string, country: string | undefined, number: string, national: string | null];

test.each<Read>([
	// Without a country: what begins with + or 00.
	['+493012345678', undefined, '+493012345678', '030 12345678'],
	['+49 30 12345678', undefined, '+493012345678', '030 12345678'],
	['(+49) 30 / 12345678', undefined, '+493012345678', '030 12345678'],
	['+49 (0)30 12345678', undefined, '+493012345678', '030 12345678'],
	['0049-(30)-12345678', undefined, '+493012345678', '030 12345678'],
	['+1 415 555 0142', undefined, '+14155550142', '(415) 555-0142'],
	['+33.1.42.68.53.00', undefined, '+33142685300', '01 42 68 53 00'],
	['+1\u2011415\u2011555\u20110142', undefined, '+14155550142', '(415) 555-0142'],
	['tel:+49-30-12345678', undefined, '+493012345678', '030 12345678'],
	['sip:+14155550142@sip.example.com;user=phone', undefined, '+14155550142', '(415) 555-0142'],
	['SIPS:00493012345678@example.com', undefined, '+493012345678', '030 12345678'],
	// With one: its own writing, and every other country's with + or 00.
	['030 12345678', 'DE', '+493012345678', '030 12345678'],
	['0171/1234567', 'DE', '+491711234567', '0171 1234567'],
	['(415) 555-0142', 'US', '+14155550142', '(415) 555-0142'],
	['4155550142', 'US', '+14155550142', '(415) 555-0142'],
	['011 49 30 12345678', 'US', '+493012345678', '030 12345678'],
	['001 49 30 12345678', 'KR', '+493012345678', '030 12345678'],
	['(361) 234-5678', 'US', '+13612345678', '(361) 234-5678'],
	['06 1234 5678', 'IT', '+390612345678', '06 1234 5678'],
	['011 15-2345-6789', 'AR', '+5491123456789', '011 15-2345-6789'],
	['sip:03012345678@pbx.example.com', 'DE', '+493012345678', '030 12345678'],
	['+14155550142', 'DE', '+14155550142', '(415) 555-0142'],
	// The calling code of the country itself, without a plus, if that is the only reading.
	['447400123456', 'GB', '+447400123456', '07400 123456'],
	['4930123456', 'DE', '+4930123456', '030 123456'],
	// Nobody dials it at home without a 0 in front, although it would be a number there.
	['4915123456789', 'DE', '+4915123456789', '01512 3456789'],
	[' +493012345678 ', undefined, '+493012345678', '030 12345678'],
	// A number of no country has no national form.
	['+800 1234 5678', undefined, '+80012345678', null],
	// An address that holds a number that cannot be read is that number.
	['sip:1001@pbx.example.com', 'DE', '1001', null],
	['tel:030-1234', undefined, '030-1234', null],
])('%j with the country %s becomes %s', (sent, country, number, national) => {
	expect(write(sent, country)).toEqual([number, national]);
});

type Kept = [why: string, sent: string, country?: string];

// Short numbers and extensions of 30 countries are in test/unit/phone/oracle.
const kept: Kept[] = [
	['national without a country', '030 12345678'],
	['withheld', 'anonymous', 'DE'],
	['withheld, as digits of a keypad', '+266696687', 'US'],
	['withheld, as digits of a keypad', '+266696687'],
	['withheld', 'sip:anonymous@anonymous.invalid', 'DE'],
	['emergency', '112', 'DE'],
	['emergency', '911', 'US'],
	['emergency with a calling code', '+49112'],
	['service', '116117', 'DE'],
	['service', '118218', 'FR'],
	['extension', '1001', 'DE'],
	['extension', '0012', 'DE'],
	['extension', '0012'],
	['with an extension', '+1 415 555 0142 ext 5', 'US'],
	['with an extension', 'tel:+14155550142;ext=5', 'US'],
	['in the dialling plan of somebody', 'tel:7042;phone-context=example.com', 'US'],
	['two numbers', '030 12345/54321', 'DE'],
	['two numbers', '030 123456/57', 'DE'],
	['letters', '1-800-FLOWERS', 'US'],
	['digits of another script', '٠٣٠١٢٣٤٥٦٧٨', 'DE'],
	['a name', 'Front Desk', 'US'],
	['an address without a number', 'sip:alice@example.com', 'US'],
	['too short for a number', '+1 555 0100', 'US'],
	['too long for a number', '+49301234567890123', 'DE'],
	['longer than E.164 allows', '+49 30 12345678901234'],
	['no calling code', '+999 123 4567', 'US'],
	['local, without the area code', '12345678', 'DE'],
	['national without its leading 0', '30 12345678', 'DE'],
	// Two readings.
	['of Norway, or of Austria', '43664123', 'NO'],
	['of Italy twice', '390612345', 'IT'],
	['of the United States, or of Hungary', '3612345678', 'US'],
	['with a foreign calling code, without a plus', '14155550142', 'DE'],
	// A country that nobody knows counts as none.
	['national', '030 12345678', 'XX'],
	['national', '030 12345678', '__proto__'],
];

test.each(kept.map(([why, sent, country]) => [why, sent, country] as const))(
	'%s: %j stays as it came (country %s)',
	(_, sent, country) => {
		expect(write(sent, country)).toEqual([sent, null]);
	},
);

test.each(['+493012345678', '+14155550142', '+390612345678', '+5491123456789', '+80012345678'])(
	'%s is the same number with any country',
	(number) => {
		for (const country of [undefined, 'DE', 'US', 'IT', 'AR', 'TH', 'CI']) {
			expect(writeCustomerNumber(number, country).customer_number).toBe(number);
		}
	},
);

test('takes linear time', () => {
	const started = performance.now();
	for (const part of ['- ', '(', 'sip:', '0', ';', '@', '/', '+', '1 ']) {
		for (const country of [undefined, 'DE', 'US']) write(part.repeat(500_000), country);
	}
	expect(performance.now() - started).toBeLessThan(2000);
});
