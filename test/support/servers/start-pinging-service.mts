import { json } from 'node:stream/consumers';
import * as z from 'zod/v4';
import { serve } from './serve.mts';

const registration = z.looseObject({ url: z.string() });

/** A service that registers a webhook only if its URL answers a test request with 2xx. */
export async function startPingingService() {
	const asked: Array<{ status: number; body: unknown }> = [];
	const test = { body: '', contentType: 'application/json' };
	const { url, close } = await serve(async (request, response) => {
		const respond = (status: number, body: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (request.method === 'GET') return void respond(200, { id: 'u-1', email: 'a@example.com' });
		const { url: target } = registration.parse(await json(request));
		const headers = { 'content-type': test.contentType };
		const answer = await fetch(target, { method: 'POST', headers, body: test.body });
		asked.push({ status: answer.status, body: await answer.json() });
		if (answer.ok) return void respond(201, { id: `w-${asked.length}` });
		respond(400, { detail: `The URL answered ${answer.status} to a test.` });
	});
	return {
		url,
		/** What the webhooks answered, in order. */
		asked,
		setTest: (body: string) => void (test.body = body),
		close,
	};
}
