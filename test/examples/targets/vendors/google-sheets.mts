import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import * as z from 'zod/v4';
import { notFound, type Vendor } from './vendor.mts';

const accessToken = 'google-token-for-the-test';
export const spreadsheetId = 'spreadsheet-for-the-test-0123456789abcdefghij';
const title = 'Calls';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** For n8n's credential of a service account. */
export const googleAccount = {
	email: 'n8n@example.iam.gserviceaccount.com',
	privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

const MAX_ASSERTION_SECONDS = 3600;

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
	.refine(({ iat, exp }) => exp - iat <= MAX_ASSERTION_SECONDS);

/** Google's token endpoint, for the assertion of a service account. */
export const googleTokens = {
	host: 'oauth2.googleapis.com',
	answer: async ({ method, path, body }) => {
		if (method !== 'POST' || path !== '/token') return notFound;
		const form = new URLSearchParams(z.string().parse(body));
		if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
			throw new Error('another grant type');
		}
		const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
			algorithms: ['RS256'],
			issuer: googleAccount.email,
			audience: 'https://oauth2.googleapis.com/token',
		});
		assertionClaims.parse(payload);
		return {
			status: 200,
			body: { access_token: accessToken, expires_in: 3600, token_type: 'Bearer' },
		};
	},
} satisfies Vendor;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
// RAW: what a caller said never becomes a formula.
const option = z.literal('RAW');
const update = z.strictObject({
	data: z.array(z.strictObject({ range: z.string(), values: z.array(z.array(cell)) })),
	valueInputOption: option,
});
const appended = z.strictObject({ range: z.string(), values: z.array(z.array(cell)) });

/** Google Sheets' API v4 for one spreadsheet with one sheet, which begins with a row of headings. */
export function createGoogleSheets() {
	const rows: unknown[][] = [];
	const base = `/v4/spreadsheets/${spreadsheetId}`;
	return {
		host: 'sheets.googleapis.com',
		rows,
		answer: ({ method, path, query, authorization, body }) => {
			if (authorization !== `Bearer ${accessToken}`) throw new Error('wrong authorization');
			if (method === 'GET' && path === base) {
				return { status: 200, body: { sheets: [{ properties: { sheetId: 0, title } }] } };
			}
			if (method === 'GET' && path === `${base}/values/'${title}'`) {
				return { status: 200, body: { range: title, majorDimension: 'ROWS', values: rows } };
			}
			if (method === 'POST' && path === `${base}/values:batchUpdate`) {
				for (const { range, values } of update.parse(body).data) writeCell(range, values[0]?.[0]);
				return { status: 200, body: {} };
			}
			if (method === 'POST' && /^.+\/values\/Calls!\d+:\d+:append$/.test(path)) {
				option.parse(query.valueInputOption);
				rows.push(...appended.parse(body).values);
				return { status: 200, body: {} };
			}
			// Room for one more row: nothing that this sheet would show.
			if (method === 'POST' && path === `${base}:batchUpdate`) return { status: 200, body: {} };
			return notFound;
		},
	} satisfies Vendor & Record<string, unknown>;

	function writeCell(range: string, value: unknown): void {
		const [, column = '', row = ''] = /^Calls!([A-Z])(\d+)$/.exec(range) ?? [];
		const cells = rows[Number(row) - 1];
		if (cells === undefined) throw new Error(`there is no row for ${range}`);
		cells[column.charCodeAt(0) - 'A'.charCodeAt(0)] = value;
	}
}
