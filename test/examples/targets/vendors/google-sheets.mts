import * as z from 'zod/v4';
import type { Answer } from '../../../support/vendors/switchboard.mts';
import {
	ok,
	text,
	withQuery,
	type Application,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

const title = 'Calls';

export const spreadsheetId = 'spreadsheet-for-the-test-0123456789abcdefghij';

/** Google's token endpoint. One application is for both services. */
export function createGoogleTokens(google: Application) {
	return {
		host: 'oauth2.googleapis.com',
		contract: 'https://developers.google.com/identity/protocols/oauth2/web-server',
		credential: { type: 'googleSheetsOAuth2Api', nodes: [], fields: google.fields, signsIn: true },
		tokens: { 'POST /token': google.giveToken },
		isAsked: google.isAsked,
	} satisfies Vendor;
}

// "Your input contains more than the maximum of 50000 characters in a single cell."
const cell = z.union([z.string().max(50_000), z.number(), z.boolean(), z.null()]);
const values = z.strictObject({
	range: text.optional(),
	majorDimension: z.enum(['ROWS', 'COLUMNS']).optional(),
	values: z.array(z.array(cell)),
});
const rendering = {
	valueRenderOption: z.enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA']).optional(),
	dateTimeRenderOption: z.enum(['SERIAL_NUMBER', 'FORMATTED_STRING']).optional(),
};
const reading = z.strictObject({
	majorDimension: z.enum(['ROWS', 'COLUMNS']).optional(),
	...rendering,
});
const writing = z.strictObject({
	valueInputOption: z.enum(['RAW', 'USER_ENTERED']),
	includeValuesInResponse: z.enum(['true', 'false']).optional(),
});
const appending = writing.extend({
	insertDataOption: z.enum(['OVERWRITE', 'INSERT_ROWS']).optional(),
});

type Row = unknown[];

/** So many reads, and as many writes, a user has in a minute: https://developers.google.com/workspace/sheets/api/limits */
export const SHEETS_PER_MINUTE = 60;

const usedUp: Answer = {
	status: 429,
	body: { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } },
};

/**
 * Google Sheets' API v4 for one spreadsheet with one sheet: values by row, by column and appended. A minute ends when
 * a test says so.
 */
export function createGoogleSheets(google: Application) {
	const rows: Row[] = [];
	const read: string[] = [];
	const wrote: string[] = [];
	const use = (requests: string[], range: string, take: () => unknown): Answer => {
		if (requests.length >= SHEETS_PER_MINUTE) return usedUp;
		requests.push(range);
		return ok(take());
	};
	const base = `/v4/spreadsheets/${spreadsheetId}`;
	/** A formula is no text any more. */
	const enter = (value: unknown, option: string) =>
		option === 'USER_ENTERED' && String(value).startsWith('=') ? { formula: value } : value;
	return {
		host: 'sheets.googleapis.com',
		contract: 'google-api-python-client 2.202.0, sheets.v4.json',
		authorization: google.authorization,
		rows,
		/** The ranges that were read and written in this minute. */
		...{ read, wrote },
		beginMinute: () => {
			read.length = 0;
			wrote.length = 0;
		},
		written: [rows],
		routes: {
			[`GET ${base}/values/*`]: withQuery(reading, ({ majorDimension = 'ROWS' }, _, range) =>
				use(read, range, () => ({
					...{ range, majorDimension },
					values: readRange(rows, range, majorDimension),
				})),
			),
			[`PUT ${base}/values/*`]: withQuery(writing, ({ valueInputOption }, { body }, range) =>
				use(wrote, range, () => {
					const [, row = ''] = parse(/^Calls!A(\d+)$/, range);
					const kept = rows[Number(row) - 1] ?? [];
					const [given = []] = values.parse(body).values;
					// null leaves a cell as it is.
					const width = Math.max(kept.length, given.length);
					rows[Number(row) - 1] = Array.from({ length: width }, (_, at) =>
						given[at] === undefined || given[at] === null
							? kept[at]
							: enter(given[at], valueInputOption),
					);
					return describeUpdate(Number(row), [given]);
				}),
			),
			[`POST ${base}/values/*`]: withQuery(appending, ({ valueInputOption }, { body }, range) =>
				use(wrote, range, () => {
					parse(/^Calls!A1:append$/, range);
					const added = values.parse(body).values;
					const tableRange = toRange(1, Math.max(rows.length, 1), rows[0]?.length ?? 1);
					const updates = describeUpdate(rows.length + 1, added);
					rows.push(...added.map((row) => row.map((value) => enter(value, valueInputOption))));
					return { spreadsheetId, tableRange, updates };
				}),
			),
		},
	} satisfies Vendor & Record<string, unknown>;
}

/** A whole row or whole columns as they are shown, without what is empty at the end; undefined if all is. */
function readRange(rows: Row[], range: string, dimension: string): string[][] | undefined {
	const [, row, first = '', last = ''] = parse(/^Calls!(?:(\d+):\1|([A-Z]):([A-Z]))$/, range);
	const show = (cells: Row): string[] =>
		trim(
			cells.map((cell) => String(cell ?? '')),
			'',
		);
	if (row !== undefined) {
		const shown = show(rows[Number(row) - 1] ?? []);
		return shown.length === 0 ? undefined : [shown];
	}
	const [from, to] = [first, last].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0));
	const asked = rows.map((one) => show(one).slice(from, Number(to) + 1));
	const width = Math.max(0, ...asked.map((cells) => cells.length));
	const columns = Array.from({ length: width }, (_, at) => show(asked.map((cells) => cells[at])));
	const shown = dimension === 'COLUMNS' ? columns : asked.map(show);
	return width === 0 ? undefined : shown;
}

/** Without what equals `empty` at the end. */
function trim<One>(list: One[], empty: One): One[] {
	return list.slice(0, list.findLastIndex((one) => one !== empty) + 1);
}

/** What an update says of itself, from this row on. */
function describeUpdate(row: number, given: Row[]) {
	const cells = given.map((one) => one.filter((value) => value !== null).length);
	const width = Math.max(...given.map((one) => one.length));
	return {
		...{ spreadsheetId, updatedRange: toRange(row, row + given.length - 1, width) },
		...{ updatedRows: given.length, updatedColumns: Math.max(...cells) },
		updatedCells: cells.reduce((sum, count) => sum + count, 0),
	};
}

const toRange = (from: number, to: number, width: number): string =>
	`${title}!A${from}:${String.fromCharCode('A'.charCodeAt(0) + width - 1)}${to}`;

function parse(pattern: RegExp, range: string): RegExpExecArray {
	const found = pattern.exec(range);
	if (found === null || !range.startsWith(`${title}!`)) throw new Error(`another range: ${range}`);
	return found;
}
