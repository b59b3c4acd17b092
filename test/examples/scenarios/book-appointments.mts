import { refusedNumbers } from '../targets/vendors/twilio.mts';
import { callTool, createInbound, withheld } from '../create-call.mts';
import { ownNumber, setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

const customer = '+12025550147';

// The example against stand-ins for Google Calendar and Twilio, and a mail server.
const example = useExample('book-appointments', () => ({
	...setUps['book-appointments'],
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

/** A call in which the agent called its tool so often; a text holds the arguments of a call that failed. */
const createCall = (
	bookings: (object | string)[],
	overrides: Record<string, unknown> = {},
	tool_name = 'book_appointment',
) =>
	createInbound({
		...{ from_number: customer, to_number: ownNumber },
		history: bookings.flatMap((given, index) => {
			const tool_is_error = typeof given === 'string';
			const tool_arguments_json = tool_is_error ? given : JSON.stringify(given);
			return callTool(tool_name, { index, tool_arguments_json, tool_is_error });
		}),
		...overrides,
	});
const book = (bookings: (object | string)[], overrides?: Record<string, unknown>) =>
	example.deliver(createCall(bookings, overrides));

beforeAll(() => example.publish());

test('each run of the sample call finds its event, after the first', async () => {
	await example.run();
	await example.run();
	expect(events()).toHaveLength(1);
	expect(texts()).toHaveLength(1);
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
		{ To: customer, Body: expect.stringMatching(/^The Clinic: .*December 3 at 3:00 PM.*STOP/) },
	]);
	// What staff cancelled stays so.
	for (const event of events()) event.status = 'cancelled';
	await example.deliver({ ...call, status: 'Corrected again' });
	expect([events().length, texts().length, reasons()]).toEqual([1, 1, []]);
});

test('what the caller said is no HTML in the calendar', async () => {
	await book([{ ...slot, name: '<a href="https://phish.example.com/">&' }]);
	const [event] = events();
	expect(event?.description).toContain('&lt;a href=');
	expect(event?.description).not.toContain('<');
});

test('the last booking that succeeded counts, also one that comes later', async () => {
	const later = { ...slot, time: '16:00' };
	const call = createCall([slot, later, JSON.stringify({ ...slot, time: '17:00' })]);
	await example.deliver(call);
	expect(starts()).toEqual([`${day}T21:00:00.000Z`]);
	const { history } = createCall([slot, later, { ...slot, time: '18:00' }]);
	await example.deliver({ ...call, history });
	expect(starts()).toEqual([`${day}T21:00:00.000Z`, `${day}T23:00:00.000Z`]);
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
		[`${year}-12-03`, '3 pm', `${year}-12-03T20:00:00.000Z`],
		[`${year}-12-04`, '3:00 P.M.', `${year}-12-04T20:00:00.000Z`],
		[`${year}-12-05`, '12 AM', `${year}-12-05T05:00:00.000Z`],
		[`${year}-12-06`, '12:30pm', `${year}-12-06T17:30:00.000Z`],
		[`12/7/${year}`, '15:00', `${year}-12-07T20:00:00.000Z`],
		[`8.12.${year}`, '15:00', `${year}-12-08T20:00:00.000Z`],
		[`${year}-12-09T15:00`, '', `${year}-12-09T20:00:00.000Z`],
		['', `${year}-12-10 15:00`, `${year}-12-10T20:00:00.000Z`],
		[`${year}-12-11T20:00:00.000Z`, '', `${year}-12-11T20:00:00.000Z`],
		[`${year}-12-12T21:00+01:00`, '', `${year}-12-12T20:00:00.000Z`],
		[`${year}-12-13`, '15.00', `${year}-12-13T20:00:00.000Z`],
		[`14.12.${year}`, '3.00 p.m.', `${year}-12-14T20:00:00.000Z`],
		// A dot of the time is none of the date, and a date may stand in either argument.
		[`12/15/${year} 15.00`, '', `${year}-12-15T20:00:00.000Z`],
		['', `7.12.${year} 16.30`, `${year}-12-07T21:30:00.000Z`],
		[spring, '03:30', `${spring}T07:30:00.000Z`],
		[`${autumn}T01:30-05:00`, '', `${autumn}T06:30:00.000Z`],
	].map(([date, time, start]) => ({ date, time, name: `on ${date} at ${time}.`, start }));
	await example.deliverAll(forms.map(({ start: _, ...given }) => createCall([given])));
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
		['two separators', `3.12/${year}`, '15:00'],
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

test('a calendar that has no time is asked again, one that takes no event is told to a person', async () => {
	const { add, ask } = host.vendors.calendar.requests;
	host.vendors.failOnce(ask, 429);
	host.vendors.failOnce(add, 503);
	await book([slot]);
	expect([events(), texts()]).toEqual([[], []]);
	expect(reasons()).toEqual([expect.stringContaining('did not take the event')]);
});

test('an event that another execution adds meanwhile is no trouble', async () => {
	host.vendors.failOnce(host.vendors.calendar.requests.add, 409);
	await book([slot]);
	expect([texts(), reasons()]).toEqual([[], []]);
});

test('of all numbers, only one that may be texted gets a text; each gets its event', async () => {
	const dear = ['+19005550123', '+881612345678', '+493012345678'];
	// What Twilio refuses for good ends green as well.
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
	expect([texts().map(({ To }) => To), reasons()]).toEqual([[customer], []]);
});

test('a text that Twilio does not take is told to a person', async () => {
	host.vendors.failOnce(host.vendors.twilio.messages, 500);
	await book([slot]);
	expect([starts(), texts()]).toEqual([[slotStart], []]);
	expect(reasons()).toEqual([expect.stringContaining('Twilio did not take the text')]);
});

test('an event of tomorrow is reminded of once, where it is then', async () => {
	const dayMs = 86_400_000;
	const zoned = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
	const tomorrow = zoned.format(new Date(Date.now() + dayMs));
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
		await example.run('Every Day');
		return texts()
			.splice(0)
			.map(({ To, Body }) => `${To} ${/at (.*?)\./.exec(Body)?.[1]}`)
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
	expect(reasons()).toEqual([
		`Twilio did not take the reminder of this event (code unknown): ${moved.htmlLink}`,
	]);
});

// Stays the last one, since the settings stay as they are here.
test('names, language, texts and prefixes are those of the settings', async () => {
	await example.assign('Your Settings', {
		...{ tool: 'book_visit', slash_dates_day_first: '=true' },
		date_argument: 'day',
		time_argument: 'at',
		name_argument: 'who',
		prefixes: '+4915, +49 16',
		language: 'de-DE',
		text: '{company}: Ihr Termin ist am {when}. Telefon {phone}. {Unbekannt}',
	});
	for (const [at, from_number] of [
		['15.00', '+4915123456789'],
		['16.00', '+4916012345678'],
		['17.00', '+493012345678'],
		['18.00', customer],
	]) {
		const given = { day: `3/12/${year}`, at, who: 'Amina Haddad' };
		await example.deliver(createCall([given], { from_number }, 'book_visit'));
	}
	const summary = 'Appointment Amina Haddad';
	expect(events()).toMatchObject([{ summary }, { summary }, { summary }, { summary }]);
	const sent = texts().map(({ To, Body }) => `${To} ${Body.replace(/am \p{L}+,/u, 'am …,')}`);
	const text = (time: string) =>
		`The Clinic: Ihr Termin ist am …, 3. Dezember um ${time}. Telefon ${ownNumber}. {Unbekannt}`;
	expect(sent).toEqual([`+4915123456789 ${text('15:00')}`, `+4916012345678 ${text('16:00')}`]);
	expect(reasons()).toEqual([]);
});
