import { EventEmitter } from 'node:events';

/** What the node answered by itself. */
interface NodeAnswer {
	status: number;
	headers: Record<string, string>;
	body: Record<string, unknown>;
}

/** The response that n8n hands to `webhook()`, recording what the node does with it. */
class RecordedResponse extends EventEmitter {
	statusCode = 200;
	destroyed = false;
	writableEnded = false;
	/** `undefined` if the node left the answer to n8n. */
	answer: NodeAnswer | undefined;
	private readonly headers: Record<string, string> = {};

	setHeader(name: string, value: string): void {
		this.headers[name.toLowerCase()] = value;
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	json(body: unknown): void {
		this.answer = { status: this.statusCode, headers: this.headers, body: { ...Object(body) } };
		this.finish(this.statusCode);
	}

	/** n8n sends the answer after the node's part. After a cut connection Node emits no event. */
	finish(status: number): void {
		this.statusCode = status;
		this.writableEnded = true;
		if (this.destroyed) return;
		this.emit('finish');
		this.emit('close');
	}

	/** The sender's connection was cut. */
	cut(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

export interface ExchangeOptions {
	headers?: Record<string, string>;
	/** Names and values in turn, as Node lists them; default: those of `headers`. */
	rawHeaders?: string[];
	/** Hands the bytes over through readRawBody alone, as n8n does if it knows no content type. */
	readLater?: boolean;
}

export function createExchange(body: string | Buffer, options: ExchangeOptions = {}) {
	const bytes = Buffer.from(body);
	const headers = { 'content-type': 'application/json', ...options.headers };
	const request: Record<string, unknown> = {
		method: 'POST',
		headers,
		rawHeaders: options.rawHeaders ?? Object.entries(headers).flat(),
		params: {},
		query: {},
		async readRawBody() {
			request.rawBody = bytes;
		},
	};
	if (!options.readLater) request.rawBody = bytes;
	return { request, response: new RecordedResponse() };
}
