import { parseJsonText, readProperty } from '../../../core/json';
import { shorten } from '../../../core/text';
import { addressFields, type Connection } from '../credential';
import { type FailureDetails, joinSentences, type NodeContext, throwNodeError } from '../errors';
import {
	findOutcomeCode,
	mayHaveRefreshed,
	type NoResponse,
	type Party,
	type ReceivedResponse,
	type ServiceOutcome,
	TIME_LIMIT,
} from './outcome';

const MAX_ADDRESS_CHARACTERS = 200;

/** Throws the n8n error for an outcome that is not a success. */
export function throwOutcome(
	context: NodeContext,
	outcome: ServiceOutcome,
	connection?: Connection,
	party: Party = 'service',
): never {
	const code = findOutcomeCode(outcome, connection, party);
	throwNodeError(context, code, describeOutcome(outcome, connection, party));
}

/** Status, the other side's own words, the code of the network, and where to go. */
export function describeOutcome(
	outcome: ServiceOutcome,
	connection?: Connection,
	party: Party = 'service',
): FailureDetails {
	const secrets = listSecrets(connection);
	if (outcome.kind === 'sign-in-failed') {
		return { httpStatus: 401, detail: hideSecrets(outcome.detail, secrets) };
	}
	if (outcome.kind === 'refresh-failed') {
		const { detail, ...failure } = describeOutcome(outcome.failure, connection, 'identity');
		const advice = mayHaveRefreshed(outcome)
			? 'This refresh may have taken effect: reconnect the credential if a later call asks for it'
			: '';
		return {
			...failure,
			detail: joinSentences('This happened while refreshing the token', detail, advice),
		};
	}
	if (outcome.kind === 'no-response') {
		return {
			...nameAddress(outcome, connection, party),
			detail: describeNoResponse(outcome, connection, party),
		};
	}
	const { status, body } = outcome;
	const words = labelResponse(readServiceMessage(body, secrets), party);
	const target = cutAddress(outcome.redirectsTo, secrets);
	const { webAppUrl, signIn } = connection ?? {};
	// Only a pasted token is read from a page.
	const hasTokenPage = status === 401 && webAppUrl !== undefined && signIn === undefined;
	return {
		httpStatus: status,
		...((target !== undefined || status === 404) && nameAddress(outcome, connection, party)),
		detail: joinSentences(
			words,
			target && `It leads to ${target}`,
			hasTokenPage ? `A new token is shown at ${webAppUrl}/token` : '',
		),
	};
}

/** The field that holds an address, and the address: of a refresh, which n8n sends, the field's own. */
function nameAddress(
	{ url }: ReceivedResponse | NoResponse,
	connection: Connection | undefined,
	party: Party,
): Pick<FailureDetails, 'parameter' | 'address'> {
	const field = party === 'service' ? 'apiBaseUrl' : 'identityServerUrl';
	return {
		parameter: addressFields[field].name,
		address: cutAddress(url ?? connection?.[field], listSecrets(connection)),
	};
}

function cutAddress(address: string | undefined, secrets: readonly string[]): string | undefined {
	if (address === undefined) return undefined;
	return hideSecrets(address, secrets).slice(0, MAX_ADDRESS_CHARACTERS);
}

function describeNoResponse(
	{ reason, networkCode }: NoResponse,
	connection: Connection | undefined,
	party: Party,
): string {
	const code = networkCode === undefined ? '' : ` (${networkCode})`;
	if (reason === 'lost') {
		const isPlain = party === 'service' && connection?.apiBaseUrl.startsWith('http:');
		// A server that speaks https alone ends a connection that begins otherwise.
		const advice = `If the server only supports https, '${addressFields.apiBaseUrl.name}' must begin with https://`;
		const isEnded = isPlain && networkCode !== TIME_LIMIT;
		return joinSentences(`No response arrived${code}`, isEnded ? advice : '');
	}
	// The texts of the other codes say so themselves.
	const mustSay = party === 'identity' && reason === 'unreachable';
	return `${mustSay ? 'Nothing was sent' : 'The connection failed'}${code}.`;
}

/** Secrets that a service may repeat and that must not be shown. */
function listSecrets(connection: Connection | undefined): string[] {
	const { accessToken, signIn } = connection ?? {};
	const { clientSecret, refreshToken, idToken } = signIn ?? {};
	return [accessToken, clientSecret, refreshToken, idToken].filter(
		(secret) => secret !== undefined,
	);
}

/** Stands in the place of what must not be shown. */
const REMOVED = '[removed]';

const MAX_SHOWN_CHARACTERS = 300;

/** How much of the service's words is searched for secrets. */
const MAX_SEARCHED_CHARACTERS = 64_000;

/** How much of what is left is looked at. Each expression below takes linear time all the same. */
const MAX_READ_CHARACTERS = 4_000;

const messageFields = ['message', 'title', 'detail', 'error_description', 'error', 'errors'];

/** Three base64url parts: a JWT; or a long run of token characters. */
const tokenLike = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]*|[A-Za-z0-9_\-+/=]{40,}/g;

/** The beginning of a token that the cut may have left too short to be recognized. */
const lastTokenCharacters = /(?<![\w\-+/=.])[\w\-+/=.]+$/;

/**
 * A word of letters and digits, kept as an id; or a run of digits as long as a phone number, with the
 * separators people write.
 */
const idOrPhone = /((?<!\w)(?=\w*[A-Za-z])\w*\d\w*)|\+?\(?\d(?:[ ()./-]{0,3}\d){6,}/g;

/** A UUID, or a date in ISO 8601: what a user must quote, and no part of a longer token or number. */
const quotable =
	/(?<![\w.+-])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\d[ ()/]{1,3})\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]))(?![0-9a-f-]|\.\w)/gi;

/**
 * The service's own words out of an error body, whose shape part 7 of the interface document does
 * not show: at most 300 characters, without the secrets of the credential and anything like a token
 * or a phone number, `''` if there is nothing to show. Ids and dates stay: a user quotes them.
 */
export function readServiceMessage(body: unknown, secrets: readonly string[] = []): string {
	const words = [...new Set(listTexts(readJson(body), LEVELS))]
		.map((text, index, texts) => (index < texts.length - 1 ? dropFullStop(text) : text))
		.join('; ');
	// Before anything is cut or taken out: a part of a secret could not be recognized.
	const text = cut(hideSecrets(words.slice(0, MAX_SEARCHED_CHARACTERS), secrets))
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.split(quotable)
		// Every second part is one that the expression has set aside.
		.map((part, index) => (index % 2 === 1 ? part : mask(part)))
		.join('')
		.trim();
	return shorten(text, MAX_SHOWN_CHARACTERS);
}

/** The words of whoever was asked, labelled as theirs; `''` if there are none. */
export function labelResponse(words: string, party: Party): string {
	return words === ''
		? ''
		: `${party === 'service' ? 'Service' : 'Identity server'} response: ${words}`;
}

/** The depth of a body is its sender's choice. */
const LEVELS = 3;
/** Of each list or object without a message. */
const MAX_ENTRIES = 5;

function listTexts(body: unknown, levels: number): string[] {
	if (typeof body === 'string') return body.trim() === '' ? [] : [body.trim()];
	if (levels === 0 || typeof body !== 'object' || body === null) return [];
	if (Array.isArray(body)) {
		return body.slice(0, MAX_ENTRIES).flatMap((element) => listTexts(element, levels - 1));
	}
	const named = messageFields.flatMap((field) => listTexts(readProperty(body, field), levels - 1));
	if (named.length > 0) return named;
	// A map of field names to complaints, as validation errors often come.
	return Object.entries(body)
		.slice(0, MAX_ENTRIES)
		.flatMap(([field, complaint]) =>
			listTexts(complaint, levels - 1).map((text) => `${field}: ${text}`),
		);
}

function dropFullStop(text: string): string {
	return text.endsWith('.') ? text.slice(0, -1) : text;
}

function mask(text: string): string {
	return text
		.replace(tokenLike, REMOVED)
		.replace(idOrPhone, (_, id: string | undefined) => id ?? REMOVED);
}

/** A body is parsed JSON already, or the text of something else. */
function readJson(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const parsed = parseJsonText(body);
	return parsed === undefined ? body : parsed;
}

function cut(text: string): string {
	if (text.length <= MAX_READ_CHARACTERS) return text;
	return text.slice(0, MAX_READ_CHARACTERS).replace(lastTokenCharacters, '');
}

/** Shorter ones would be found in any text. */
const MIN_SECRET_LENGTH = 4;

/**
 * A text of the service without the secrets that it may repeat. If one stands there in another form
 * (letter case, URL-encoded, escaped as in JSON, base64, between tags or spaces), nothing of the text is
 * shown.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
	const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
	const cleaned = known.reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
	const views = [cleaned, decodePercents(cleaned)].map(bare);
	const isHidden = known
		.flatMap(listForms)
		.some((form) => views.some((view) => view.includes(bare(form))));
	return isHidden ? REMOVED : cleaned;
}

/** How a secret may be written in a text that repeats it. */
function listForms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const json = JSON.stringify(secret).slice(1, -1);
	const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
	return [secret, json, inForm, bytes.toString('base64'), bytes.toString('base64url')];
}

function decodePercents(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
		Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'),
	);
}

/** A text without what may stand between the letters of a secret, and without letter case. */
function bare(text: string): string {
	return text
		.replace(/<[^<>]*>/g, '')
		.replace(/\s+/g, '')
		.toLowerCase();
}
