/** How much of the headers an item holds. */
const MAX_HEADERS = 50;
const MAX_VALUE_CHARACTERS = 1_000;

/** Names of headers that say who somebody is. */
const SECRET_NAME = /auth|cookie|credential|hmac|jwt|key|pass|secret|session|sign|token/;

/** A JWT, a scheme with its credentials, or as long a run of characters as no word and no id has. */
const SECRET_VALUE = /eyJ[\w-]+\.|\b(?:basic|bearer|digest)\s|[\w+/=]{40}/i;

/** The headers of a request as Node's http module gives them. */
export type DeliveryHeaders = {
	/** Names in lower case. Of a repeated Authorization header only the first is left here. */
	headers: Readonly<Record<string, unknown>>;
	/** Name, value, name, value …: everything as it was sent. Missing if nobody kept it. */
	rawHeaders?: readonly string[];
};

/** Every value of a header, in the order sent; letter case of the name does not matter. */
export function readHeaderValues(request: DeliveryHeaders, headerName: string): string[] {
	const name = headerName.trim().toLowerCase();
	const { rawHeaders = [] } = request;
	const sent = rawHeaders.filter(
		(_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
	);
	if (sent.length > 0) return sent;
	const left: unknown[] = Object.hasOwn(request.headers, name)
		? [request.headers[name]].flat()
		: [];
	return left.filter((value) => typeof value === 'string');
}

/**
 * The headers of a request that begin with `x-`, by their names in lower case, except what may be a token
 * or a signature by its name or its value.
 * @param signatureHeader header that carries the signature, whatever its name
 */
export function pickOwnHeaders(
	{ headers }: DeliveryHeaders,
	signatureHeader = '',
): Record<string, string> {
	const isSafe = ([name, value]: [string, unknown]): boolean =>
		name.startsWith('x-') &&
		name !== signatureHeader.toLowerCase() &&
		!SECRET_NAME.test(name) &&
		typeof value === 'string' &&
		!SECRET_VALUE.test(value);
	const picked = Object.entries(headers).filter(isSafe).slice(0, MAX_HEADERS);
	return Object.fromEntries(
		picked.map(([name, value]) => [name, String(value).slice(0, MAX_VALUE_CHARACTERS)]),
	);
}
