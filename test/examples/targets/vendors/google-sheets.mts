import * as z from 'zod/v4';
import { createServiceAccount } from './service-account.mts';
import { ok, type Vendor } from './vendor.mts';

const accessToken = 'google-token-for-the-test';
const email = 'n8n@example.iam.gserviceaccount.com';
const audience = 'https://oauth2.googleapis.com/token';
const title = 'Calls';
const maxAssertionSeconds = 3600;

export const spreadsheetId = 'spreadsheet-for-the-test-0123456789abcdefghij';

/** What Google reads of a service account's assertion beside what jose checks. */
const assertionClaims = z
	.object({
		iat: z.int(),
		exp: z.int(),
		scope: z
			.string()
			.transform((scope) => scope.split(' '))
			.refine((scopes) => scopes.includes('https://www.googleapis.com/auth/spreadsheets')),
	})
	.refine(({ iat, exp }) => exp - iat <= maxAssertionSeconds);

/** Google's token endpoint, for the assertion of a service account. */
export function createGoogleTokens() {
	const { privateKey, verify } = createServiceAccount();
	return {
		host: 'oauth2.googleapis.com',
		credential: {
			type: 'googleApi',
			nodes: ['n8n-nodes-base.googleSheets'],
			fields: { email, privateKey },
		},
		tokens: {
			'POST /token': async ({ body }) => {
				assertionClaims.parse(await verify(body, { issuer: email, audience }));
				return ok({ access_token: accessToken, expires_in: 3600, token_type: 'Bearer' });
			},
		},
	} satisfies Vendor;
}

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const range = z.strictObject({ range: z.string(), values: z.array(z.array(cell)) });
// RAW: what a caller said never becomes a formula.
const option = z.literal('RAW');
const update = z.strictObject({ data: z.array(range), valueInputOption: option });

/** Google Sheets' API v4 for one spreadsheet with one sheet, which begins with a row of headings. */
export function createGoogleSheets() {
	const rows: unknown[][] = [];
	const base = `/v4/spreadsheets/${spreadsheetId}`;
	return {
		host: 'sheets.googleapis.com',
		authorization: `Bearer ${accessToken}`,
		rows,
		written: [rows],
		routes: {
			[`GET ${base}`]: () => ok({ sheets: [{ properties: { sheetId: 0, title } }] }),
			[`GET ${base}/values/'${title}'`]: () =>
				ok({ range: title, majorDimension: 'ROWS', values: rows }),
			[`POST ${base}/values:batchUpdate`]: ({ body }) => {
				for (const { range: at, values } of update.parse(body).data) writeCell(at, values[0]?.[0]);
				return ok({});
			},
			[`POST ${base}/values/*`]: ({ query, body }, at) => {
				z.string()
					.regex(/^Calls!\d+:\d+:append$/)
					.parse(at);
				option.parse(query.valueInputOption);
				rows.push(...range.parse(body).values);
				return ok({});
			},
			// Room for one more row: nothing that this sheet would show.
			[`POST ${base}:batchUpdate`]: () => ok({}),
		},
	} satisfies Vendor & Record<string, unknown>;

	function writeCell(at: string, value: unknown): void {
		const [, column = '', row = ''] = /^Calls!([A-Z])(\d+)$/.exec(at) ?? [];
		const cells = rows[Number(row) - 1];
		if (cells === undefined) throw new Error(`there is no row for ${at}`);
		cells[column.charCodeAt(0) - 'A'.charCodeAt(0)] = value;
	}
}
