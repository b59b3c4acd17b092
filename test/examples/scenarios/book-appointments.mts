import { refusedNumbers } from '../targets/vendors/twilio.mts';
import { callTool, createInbound, withheld } from '../create-call.mts';
import { ownNumber, setUps } from '../set-ups.mts';
import { readDataTable, updateDataTable } from '../../support/n8n/data-tables.mts';
import { host, useExample } from '../use-example.mts';

const customer = '+12025550147';

// The example against stand-ins for Google Calendar and Twilio, and a mail server.
const example = useExample('book-appointments', () => ({
	...setUps['book-appointments'],
	// These tests take one day.
	assignments: {
		'Your Settings': {
			...setUps['book-appointments'].assignments['Your Settings'],
			texts_a_day: '=50',
		},
	},
	settings: { timezone: 'America/New_York' },
}));
const events = () => host.vendors.calendar.events;
const starts = () => events().map(({ start }) => start.dateTime);
const texts = () => host.vendors.twilio.texts;
const reasons = () => host.mail.mails.map(({ text }) => text?.split('\n')[0]);
const unread = expect.stringContaining('could not be read for certain');

const year = new Date().getUTCFullYear() + 1;
const day = `${year}-12-03`;
const slot = { date: day, time: '15:00', name: 'Amina Haddad' };
const slotStart = `${day}T20:00:00.000Z`;
/** The first Sunday from a day of a month on. */
const findSunday = (month: string, from: number) => {
	const weekday = new Date(`${year}-${month}-0${from}T00:00Z`).getUTCDay();
	return `${year}-${month}-${String(from + ((7 - weekday) % 7)).padStart(2, '0')}`;
};
// When New York changes its clocks.
const spring = findSunday('03', 8);
const autumn = findSunday('11', 1);

const booked = '{"booked":true}';
/** A call in which the agent called its tool so often; a text holds the arguments of a call that failed. */
const createCall = (
	bookings: (object | string)[],
	overrides: Record<string, unknown> = {},
	{ tool_name = 'book_appointment', tool_output = booked } = {},
) =>
	createInbound({
		...{ from_number: customer, to_number: ownNumber },
		history: bookings.flatMap((given, index) => {
			const tool_is_error = typeof given === 'string';
			const tool_arguments_json = tool_is_error ? given : JSON.stringify(given);
			return callTool(tool_name, { index, tool_arguments_json, tool_is_error, tool_output });
		}),
		...overrides,
	});
const book = (bookings: (object | string)[], overrides?: Record<string, unknown>) =>
	example.deliver(createCall(bookings, overrides));

beforeAll(() => example.publish());

test('the sample call reaches nobody, and shows what it would have sent', async () => {
	const run = await example.run();
	expect(run.items('Would Have Sent')).toMatchObject([
		{
			event: { summary: 'Appointment Bruno Keller' },
			text: expect.stringMatching(/^The Clinic: /),
		},
	]);
	expect([events(), texts(), reasons()]).toEqual([[], [], []]);
});

test('a booking is an event and a text, once, also when the call comes again in a later state', async () => {
	const call = createCall([slot]);
	await example.deliver(call);
	await example.deliver({ ...call, status: 'Corrected' });
	expect(events()).toMatchObject([
		{
			summary: 'Appointment Amina Haddad',
			description: expect.stringContaining(customer),
			start: { dateTime: slotStart },
			end: { dateTime: `${day}T20:30:00.000Z` },
		},
	]);
	expect(texts()).toMatchObject([
		{
			To: customer,
			Body: expect.stringMatching(/^The Clinic: .*December 3, \d{4}, 3:00 PM.*STOP/),
		},
	]);
	// What staff cancelled stays so.
	for (const event of events()) event.status = 'cancelled';
	await example.deliver({ ...call, status: 'Corrected again' });
	expect([events().length, texts().length, reasons()]).toEqual([1, 1, []]);
});

test('what the caller said is no HTML in the calendar, and no more than Google takes', async () => {
	const name = `<a href="https://phish.example.com/">&${'"'.repeat(1990)}`;
	await book([{ ...slot, name }]);
	const [event] = events();
	expect(event?.description).toContain('&lt;a href=');
	expect(event?.description).not.toContain('<');
});

test('two bookings of one call that differ are both booked, also one that comes later', async () => {
	const later = { ...slot, time: '16:00' };
	const call = createCall([slot, slot, later, JSON.stringify({ ...slot, time: '17:00' })]);
	await example.deliver(call);
	expect(starts()).toEqual([slotStart, `${day}T21:00:00.000Z`]);
	const { history } = createCall([slot, later, { ...slot, time: '18:00' }]);
	await example.deliver({ ...call, history });
	expect(starts()).toEqual([slotStart, `${day}T21:00:00.000Z`, `${day}T23:00:00.000Z`]);
	expect([texts().length, reasons()]).toEqual([3, []]);
});

test('of two bookings of one call, one that is taken goes to a person, and the other is booked', async () => {
	await book([slot], { from_number: '+12025550148' });
	await book([
		{ ...slot, name: 'Ann' },
		{ ...slot, name: 'Ben', time: '16:00' },
	]);
	expect(events().map(({ summary }) => summary)).toEqual([
		'Appointment Amina Haddad',
		'Appointment Ben',
	]);
	expect(reasons()).toEqual([expect.stringContaining('not free')]);
	expect(host.mail.mails[0]?.text).toContain('Name: Ann');
});

test('an answer that is no booking starts nothing, and one that says neither goes to a person', async () => {
	const answer = (tool_output: string) => example.deliver(createCall([slot], {}, { tool_output }));
	await answer('{"booked":false}');
	expect(reasons()).toEqual([]);
	await answer('{}');
	await answer('{"status":"busy"}');
	const [call] = callTool('book_appointment', { tool_arguments_json: JSON.stringify(slot) });
	await book([], { history: [call] });
	const unsaid = expect.stringContaining('did not say for certain');
	expect(reasons()).toEqual([unsaid, unsaid, unsaid]);
	expect([events(), texts()]).toEqual([[], []]);
});

test('an earlier appointment of another call stays, is told to a person, and reminds nobody', async () => {
	await book([slot]);
	await book([{ ...slot, time: '17:00' }]);
	await book([{ ...slot, time: '18:00' }], { from_number: '+12025550148' });
	expect(starts()).toEqual([slotStart, `${day}T22:00:00.000Z`, `${day}T23:00:00.000Z`]);
	expect(texts()).toHaveLength(3);
	expect(reasons()).toEqual([expect.stringContaining('has an earlier appointment')]);
	const text = host.mail.mails[0]?.text ?? '';
	expect(text).toContain(events()[0]?.htmlLink);
	expect(text).toContain('New: Friday');
});

test('a call without a booking that succeeded, or of another tool, starts nothing', async () => {
	await book([]);
	await book([JSON.stringify(slot)]);
	await example.finish({ withTools: true });
	expect([events(), texts(), reasons()]).toEqual([[], [], []]);
});

test('a date and a time in each form are read', async () => {
	// Each on a day of its own, since a time is free once.
	const forms = [
		[`${year}-12-01`, '15:00', `${year}-12-01T20:00:00.000Z`],
		[`${year}-12-02`, '15:00:00', `${year}-12-02T20:00:00.000Z`],
		[`${year}-12-09T15:00`, '', `${year}-12-09T20:00:00.000Z`],
		['', `${year}-12-10T15:00`, `${year}-12-10T20:00:00.000Z`],
		[`${year}-12-11T20:00:00.000Z`, '', `${year}-12-11T20:00:00.000Z`],
		[`${year}-12-12T21:00+01:00`, '', `${year}-12-12T20:00:00.000Z`],
		[spring, '03:30', `${spring}T07:30:00.000Z`],
		[`${autumn}T01:30-05:00`, '', `${autumn}T06:30:00.000Z`],
	].map(([date, time, start]) => ({ date, time, name: `on ${date} at ${time}.`, start }));
	await example.deliverAll(
		forms.map(({ start: _, ...given }, index) =>
			createCall([given], { from_number: `+1202555016${index}` }),
		),
	);
	expect(
		Object.fromEntries(events().map(({ summary, start }) => [summary, start.dateTime])),
	).toEqual(Object.fromEntries(forms.map(({ name, start }) => [`Appointment ${name}`, start])));
	expect([texts().length, reasons()]).toEqual([forms.length, []]);
});

test('what is no sure date and time goes to a person', async () => {
	const doubtful = [
		['words', 'next Friday', '15:00'],
		['no date', '', '15:00'],
		['no time', day, ''],
		['a time without minutes', day, '15'],
		['13 pm', day, '13 pm'],
		['hour 24', day, '24:00'],
		['a day that is none', `${year}-02-30`, '15:00'],
		['a day that has passed', '2020-12-03', '15:00'],
		['an hour that the clocks skip', spring, '02:30'],
		['an hour that comes twice', autumn, '01:30'],
		['two times', `${day}T15:00`, '16:00'],
		['a time of one digit behind the dot', day, '15.5'],
		['a number, which may count hours', day, 15.25],
		['day first', `3.12.${year}`, '15:00'],
		['a date with slashes', `12/3/${year}`, '15:00'],
		['half of a day', day, '3 pm'],
		['one digit', day, '9:00'],
	].map(([name, date, time]) => ({ name, date, time }));
	await example.deliverAll(doubtful.map((given) => createCall([given])));
	expect([events(), texts()]).toEqual([[], []]);
	expect(reasons()).toEqual(doubtful.map(() => unread));
	const mails = host.mail.mails.map(({ text = '' }) => text);
	expect(mails.map((text) => /^Name: (.*)$/m.exec(text)?.[1]).sort()).toEqual(
		doubtful.map(({ name }) => name).sort(),
	);
	expect(mails.filter((text) => !text.includes(customer))).toEqual([]);
});

test('a person reads of a booking once', async () => {
	const call = createCall([{ ...slot, date: 'next Friday' }]);
	await example.deliver(call);
	await example.deliver({ ...call, status: 'Corrected' });
	expect(reasons()).toEqual([unread]);
});

test('a time that is taken goes to a person, without event and text', async () => {
	await book([slot]);
	await book([{ ...slot, time: '15:15' }], { from_number: '+12025550148' });
	await book([{ ...slot, time: '15:30' }], { from_number: '+12025550149' });
	expect(starts()).toEqual([slotStart, `${day}T20:30:00.000Z`]);
	expect(texts().map(({ To }) => To)).toEqual([customer, '+12025550149']);
	expect(reasons()).toEqual([expect.stringContaining('not free')]);
});

test('a calendar that has no time is asked again', async () => {
	const { add, ask } = host.vendors.calendar.requests;
	host.vendors.failOnce(ask, 429);
	host.vendors.failOnce(add, 503);
	await book([slot]);
	expect([starts(), texts().length, reasons()]).toEqual([[slotStart], 1, []]);
});

test('of all numbers, only one that may be texted gets a text; each gets its event', async () => {
	const dear = ['+19005550123', '+881612345678', '+493012345678'];
	// What Twilio takes for none of its texts ends green as well; of STOP a person is told.
	const numbers = [withheld, '1234', ...dear, ...Object.values(refusedNumbers)];
	const calls = [
		...numbers.map((from_number) => ({ from_number })),
		// Between others: either may be the customer.
		{ to_number: '+12025550199' },
		{},
	];
	await example.deliverAll(
		calls.map((call, index) => createCall([{ ...slot, time: `${10 + index}:00` }], call)),
	);
	expect(starts()).toHaveLength(calls.length);
	expect(texts().map(({ To }) => To)).toEqual([customer]);
	expect(reasons()).toEqual([expect.stringContaining('answered STOP')]);
	expect(await readDataTable(host.session, 'voice_agent_do_not_contact')).toMatchObject([
		{ number: refusedNumbers[21610], said_by: expect.stringContaining('STOP') },
	]);
	// Nobody asks Twilio again.
	await book([{ ...slot, time: '08:00' }], { from_number: refusedNumbers[21610] });
	expect(texts()).toHaveLength(1);
	expect(reasons()[1]).toContain('has an earlier appointment');
});

test('an own line is no customer, a number in a frame is read, and one with hidden digits gets no text', async () => {
	await book([slot], { from_number: ownNumber, to_number: customer });
	await book([{ ...slot, time: '16:00' }], { from_number: 'whatsapp:+12025550148' });
	await book([{ ...slot, time: '17:00' }], { from_number: '+1202555XXXX' });
	expect(texts().map(({ To }) => To)).toEqual([customer, '+12025550148']);
	expect([starts().length, reasons()]).toEqual([3, []]);
});

test('a text that Twilio does not take, or perhaps took, is told to a person', async () => {
	host.vendors.failOnce(host.vendors.twilio.messages, 429);
	await book([slot]);
	host.vendors.failOnce(host.vendors.twilio.messages, 500);
	await book([{ ...slot, time: '16:00' }], { from_number: '+12025550148' });
	expect([starts().length, texts()]).toEqual([2, []]);
	expect(reasons()).toEqual([
		expect.stringContaining('Twilio did not take the text'),
		expect.stringContaining('not certain whether the text was sent'),
	]);
});

test('what was begun and never finished is told to a person, once', async () => {
	await book([slot]);
	const long = "state = 'claimed', updatedAt = datetime('now', '-1 hour')";
	const last = "id = (select max(id) from $table where key like 'appointment %')";
	await updateDataTable(host, 'voice_agent_claims', long, last);
	await example.run('Every Hour');
	await example.run('Every Hour');
	expect(reasons()).toEqual([expect.stringContaining('begun and not finished')]);
});

test('a forged copy of a call books nothing, and the call itself does', async () => {
	const call = createCall([slot]);
	const [registration] = host.sandbox.registrations;
	const forge = async () => {
		const headers = { 'content-type': 'application/json', authorization: 'Bearer forged' };
		const data = { ...call, from_number: '+12025550199' };
		const body = JSON.stringify({ event: 'ConversationComplete', data });
		await fetch(registration?.url ?? '', { method: 'POST', headers, body });
	};
	await example.readRun(await example.waitForExecution(forge));
	expect([events(), texts()]).toEqual([[], []]);
	await example.deliver(call);
	expect([starts(), texts().map(({ To }) => To)]).toEqual([[slotStart], [customer]]);
	expect(reasons()).toEqual([expect.stringContaining('may be forged')]);
});

describe('by the day', () => {
	// Where no day begins or ends while these tests run.
	const format = (options: object) => new Intl.DateTimeFormat('en-CA', options);
	const hour = format({ hour: 'numeric', hourCycle: 'h23', timeZone: 'America/New_York' });
	const isMidnight = ['23', '00'].includes(hour.format(new Date()));
	const zone = isMidnight ? 'America/Los_Angeles' : 'America/New_York';
	const dayMs = 86_400_000;
	const tomorrow = format({ timeZone: zone }).format(new Date(Date.now() + dayMs));
	beforeAll(() => example.setTimezone(zone));
	afterAll(() => example.setTimezone('America/New_York'));

	test('an event of tomorrow is reminded of once, where it is then', async () => {
		const moves = ['00:30', '11:00', '12:00', '13:00', '14:00'];
		for (const [index, time] of moves.entries()) {
			const from_number = index === 4 ? refusedNumbers[21610] : `+1202555015${index}`;
			await book([{ ...slot, date: tomorrow, time }], { from_number });
		}
		const [, ...older] = events();
		for (const event of older) event.created = new Date(Date.now() - 2 * dayMs).toISOString();
		const [, moved, cancelled] = older;
		if (moved === undefined || cancelled === undefined) throw new Error('Nothing was booked.');
		cancelled.status = 'cancelled';
		host.vendors.twilio.texts.length = 0;
		const remind = async () => {
			await example.run('Every Hour');
			return texts()
				.splice(0)
				.map(({ To, Body }) => `${To} ${/\d{4}, (.*?)\./.exec(Body)?.[1]}`)
				.sort();
		};
		expect(await remind()).toEqual(['+12025550151 11:00 AM', '+12025550152 12:00 PM']);
		expect(await remind()).toEqual([]);
		const shift = (time: string) => new Date(Date.parse(time) + 3_600_000 * 4).toISOString();
		for (const side of [moved.start, moved.end]) side.dateTime = shift(side.dateTime);
		expect(await remind()).toEqual(['+12025550152 4:00 PM']);
		expect(reasons()).toEqual([]);
		moved.start.dateTime = shift(moved.start.dateTime);
		host.vendors.failOnce(host.vendors.twilio.messages, 500);
		expect(await remind()).toEqual([]);
		expect(reasons()).toEqual([expect.stringContaining('not certain whether the text was sent')]);
		expect(host.mail.mails[0]?.text).toContain(moved.htmlLink);
	});

	test('an earlier appointment that a person has not decided on is not reminded of', async () => {
		for (const time of ['10:00', '16:00']) await book([{ ...slot, date: tomorrow, time }]);
		for (const event of events()) event.created = new Date(Date.now() - 2 * dayMs).toISOString();
		texts().length = 0;
		await example.run('Every Hour');
		expect(texts().map(({ Body }) => Body)).toEqual([expect.stringContaining('4:00 PM')]);
		const [earlier] = events();
		if (earlier !== undefined) earlier.summary = `OK ${earlier.summary}`;
		await example.run('Every Hour');
		expect(texts().map(({ Body }) => Body)[1]).toContain('10:00 AM');
	});

	test('a number gets few texts a day', async () => {
		await example.assign('Your Settings', { texts_a_day: '=2' });
		const from_number = '+12025550188';
		const times = ['10:00', '11:00', '12:00'];
		await book(
			times.map((time) => ({ ...slot, time })),
			{ from_number },
		);
		expect([starts().length, texts().length]).toEqual([3, 2]);
		expect(reasons()).toEqual([expect.stringContaining('2 texts today already')]);
		await example.assign('Your Settings', { texts_a_day: '=50' });
	});
});

// With such a language n8n would write "null" for the day.
test.each([
	['company', 'REPLACE-ME: your name', ': company'],
	['language', 'en_GB', 'language is en_GB,'],
	['language', 'English', 'language is English,'],
	['prefixes', '+4915, 4916', 'prefixes: +4915, 4916;'],
])('with %s %p the workflow stops, and says so', async (name, wrong, said) => {
	await example.assign('Your Settings', { [name]: wrong });
	const { message } = await example.fail(createCall([slot]));
	expect(message).toContain(said);
	const right = { company: 'The Clinic', language: 'en-US', prefixes: '+1' };
	await example.assign('Your Settings', right);
});

// Stays the last one, since the settings stay as they are here.
test('names, language, texts and prefixes are those of the settings', async () => {
	await example.assign('Your Settings', {
		date_argument: 'day',
		time_argument: 'at',
		name_argument: 'who',
		prefixes: '+4915, +49 16',
		language: 'de-DE',
		text: '{company}: Ihr Termin ist am {when}. Telefon {phone}. {Unbekannt}',
	});
	for (const [at, from_number] of [
		['15:00', '+4915123456789'],
		['16:00', '+4916012345678'],
		['17:00', '+493012345678'],
		['18:00', customer],
	]) {
		await example.deliver(createCall([{ day, at, who: 'Amina Haddad' }], { from_number }));
	}
	const summary = 'Appointment Amina Haddad';
	expect(events()).toMatchObject([{ summary }, { summary }, { summary }, { summary }]);
	const sent = texts().map(({ To, Body }) => `${To} ${Body.replace(/am \p{L}+,/u, 'am …,')}`);
	const text = (time: string) =>
		`The Clinic: Ihr Termin ist am …, 3. Dezember ${year}, ${time}. Telefon ${ownNumber}. {Unbekannt}`;
	expect(sent).toEqual([`+4915123456789 ${text('15:00')}`, `+4916012345678 ${text('16:00')}`]);
	expect(reasons()).toEqual([]);
});
