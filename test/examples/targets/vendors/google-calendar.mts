import * as z from 'zod/v4';
import {
	keep,
	ok,
	text,
	withQuery,
	type Application,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

/** Of the calendar: the address of whose it is. */
export const calendarId = 'clinic@mail.example.com';

const moment = z.iso.datetime({ offset: true });
const timed = z.strictObject({ dateTime: moment, timeZone: text.optional() });
const event = z.strictObject({
	// Base32hex.
	id: z.string().regex(/^[a-v0-9]{5,1024}$/),
	summary: text.optional(),
	description: text.max(8192).optional(),
	location: text.optional(),
	start: timed,
	end: timed,
	extendedProperties: z
		.strictObject({
			private: z.record(z.string(), text).optional(),
			shared: z.record(z.string(), text).optional(),
		})
		.optional(),
});
const freeBusy = z.strictObject({
	timeMin: moment,
	timeMax: moment,
	timeZone: text.optional(),
	items: z
		.array(z.strictObject({ id: text }))
		.min(1)
		.max(50),
});
/** Of a page: the number of its first event. */
const digits = z.string().regex(/^\d+$/);
const listing = z.strictObject({
	privateExtendedProperty: z
		.string()
		.regex(/^[^=]+=.+$/)
		.optional(),
	singleEvents: z.enum(['true', 'false']).optional(),
	maxResults: z.coerce.number().int().min(1).max(2500).optional(),
	pageToken: digits.optional(),
	timeMin: moment.optional(),
	timeMax: moment.optional(),
});

export type CalendarEvent = z.infer<typeof event> & {
	status: 'confirmed' | 'cancelled';
	created: string;
	htmlLink: string;
};

const problem = (code: number, message: string) => ({
	status: code,
	body: { error: { code, message, errors: [{ domain: 'global', reason: message, message }] } },
});
const at = (time: string) => Date.parse(time);

/** Google Calendar's API v3 for one calendar: an event, what is busy, a new event, and a list of events. */
export function createGoogleCalendar(google: Application) {
	const events: CalendarEvent[] = [];
	const base = `/calendar/v3/calendars/${calendarId}/events`;
	const listConfirmed = () => events.filter(({ status }) => status === 'confirmed');
	return {
		host: 'www.googleapis.com',
		contract: 'google-api-python-client 2.202.0, calendar.v3.json, read on 2026-11-28',
		credential: {
			type: 'googleCalendarOAuth2Api',
			nodes: [],
			fields: google.fields,
			signsIn: true,
		},
		authorization: google.authorization,
		events,
		/** The requests that tests make fail. */
		requests: { add: `POST ${base}`, ask: 'POST /calendar/v3/freeBusy' },
		written: [events],
		// "It's possible that a page contains fewer events than maxResults, or none at all."
		emptyPages: { [`GET ${base}`]: { kind: 'calendar#events', items: [], nextPageToken: '0' } },
		routes: {
			[`GET ${base}/*`]: (_, id) => {
				const found = events.find((one) => one.id === id);
				return found === undefined ? problem(404, 'notFound') : ok(found);
			},
			[`GET ${base}`]: withQuery(
				listing,
				({ privateExtendedProperty = '=', maxResults = 250, ...range }) => {
					const [name = '', value] = privateExtendedProperty.split('=');
					const items = listConfirmed().filter(
						({ start, end, extendedProperties }) =>
							(name === '' || extendedProperties?.private?.[name] === value) &&
							at(end.dateTime) > at(range.timeMin ?? '1970-01-01') &&
							at(start.dateTime) < at(range.timeMax ?? '9999-01-01'),
					);
					const first = Number(range.pageToken ?? 0);
					const end = first + maxResults;
					const next = end < items.length && { nextPageToken: String(end) };
					return ok({ kind: 'calendar#events', items: items.slice(first, end), ...next });
				},
			),
			'POST /calendar/v3/freeBusy': ({ body }) => {
				const { timeMin, timeMax, items } = freeBusy.parse(body);
				const busy = listConfirmed()
					.map(({ start, end }) => ({ start: start.dateTime, end: end.dateTime }))
					.filter(({ start, end }) => at(start) < at(timeMax) && at(end) > at(timeMin));
				const unknown = { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] };
				return ok({
					kind: 'calendar#freeBusy',
					calendars: Object.fromEntries(
						items.map(({ id }) => [id, id === calendarId ? { busy } : unknown]),
					),
				});
			},
			[`POST ${base}`]: ({ body }) => {
				const added = event.parse(body);
				if (events.some(({ id }) => id === added.id)) return problem(409, 'duplicate');
				const created = new Date().toISOString();
				const htmlLink = `https://calendar.example.com/${added.id}`;
				return ok(keep(events, { ...added, status: 'confirmed', created, htmlLink }));
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
