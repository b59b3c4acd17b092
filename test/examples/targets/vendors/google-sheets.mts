import * as z from 'zod/v4';
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

/** Google Sheets' API v4 for one spreadsheet with one sheet: values by row, by column and appended. */
export function createGoogleSheets(google: Application) {
	const rows: Row[] = [];
	const read: string[] = [];
	const base = `/v4/spreadsheets/${spreadsheetId}`;
	/** A formula is no text any more. */
	const enter = (value: unknown, option: string) =>
		option === 'USER_ENTERED' && String(value).startsWith('=') ? { formula: value } : value;
	return {
		host: 'sheets.googleapis.com',
		contract: 'google-api-python-client 2.202.0, sheets.v4.json',
		authorization: google.authorization,
		rows,
		/** The ranges that were read. */
		read,
		written: [rows],
		routes: {
			[`GET ${base}/values/*`]: withQuery(reading, ({ majorDimension = 'ROWS' }, _, range) => {
				read.push(range);
				return ok({ range, majorDimension, values: readRange(rows, range, majorDimension) });
			}),
			[`PUT ${base}/values/*`]: withQuery(writing, ({ valueInputOption }, { body }, range) => {
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
				return ok({ updatedRange: range, updatedRows: 1 });
			}),
			[`POST ${base}/values/*`]: withQuery(appending, ({ valueInputOption }, { body }, range) => {
				parse(/^Calls!A1:append$/, range);
				const added = values.parse(body).values;
				rows.push(...added.map((row) => row.map((value) => enter(value, valueInputOption))));
				return ok({ tableRange: 'Calls!A1:J1', updates: { updatedRows: added.length } });
			}),
		},
	} satisfies Vendor & Record<string, unknown>;
}

/** A whole row or a whole column, without what is empty at its end. */
function readRange(rows: Row[], range: string, dimension: string): Row[] | undefined {
	const [, row, column] = parse(/^Calls!(?:(\d+):\d+|([A-Z]):[A-Z])$/, range);
	if (row !== undefined) {
		const found = rows[Number(row) - 1];
		return found === undefined ? undefined : [found];
	}
	const at = (column ?? '').charCodeAt(0) - 'A'.charCodeAt(0);
	const cells = rows.map((one) => one[at] ?? '');
	return dimension === 'COLUMNS' ? [cells] : cells.map((one) => [one]);
}

function parse(pattern: RegExp, range: string): RegExpExecArray {
	const found = pattern.exec(range);
	if (found === null || !range.startsWith(`${title}!`)) throw new Error(`another range: ${range}`);
	return found;
}
