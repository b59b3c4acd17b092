/** What n8n hands to `webhook()`: a request with raw bytes, and a response that records its answer. */
export interface Exchange {
	request: object;
	response: { status(code: number): { json(body: unknown): void } };
	/** What the node answered by itself; `undefined` where it left the answer to n8n. */
	answer?: { status: number; body: Record<string, unknown> };
}

export interface ExchangeOptions {
	headers?: Record<string, string>;
	/** Hands the bytes over through readRawBody alone, as n8n does where it knows no content type. */
	readLater?: boolean;
}

export function createExchange(body: string | Buffer, options: ExchangeOptions = {}): Exchange {
	const bytes = Buffer.from(body);
	const headers = options.headers ?? { 'content-type': 'application/json' };
	const request: Record<string, unknown> = {
		method: 'POST',
		headers,
		rawHeaders: Object.entries(headers).flat(),
		params: {},
		query: {},
		async readRawBody() {
			request.rawBody = bytes;
		},
	};
	if (!options.readLater) request.rawBody = bytes;
	const exchange: Exchange = {
		request,
		response: {
			status: (status) => ({
				json(answer) {
					exchange.answer = { status, body: { ...Object(answer) } };
				},
			}),
		},
	};
	return exchange;
}
