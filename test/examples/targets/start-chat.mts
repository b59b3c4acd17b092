import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/v4';
import { serve } from '../../support/servers/serve.mts';
import { expectWhole } from './vendors/vendor.mts';

/** What Slack's, Mattermost's, Rocket.Chat's and Google Chat's webhooks all take; the last at most this long. */
const message = z.strictObject({ text: z.string().min(1).max(4096) });

const path = '/hook';

/** Rejects what no chat takes. */
async function readText(request: IncomingMessage): Promise<string> {
	const { method, url, headers } = request;
	if (method !== 'POST' || url !== path) throw new Error('nobody answers this');
	if (headers['content-type'] !== 'application/json') throw new Error('no JSON');
	const body: unknown = await json(request);
	expectWhole(body);
	return message.parse(body).text;
}

/** A local receiver in the place of a chat's webhook. It takes what a chat takes, and answers 400 to the rest. */
export async function startChat() {
	const messages: string[] = [];
	let failures = 0;
	const { url, close } = await serve(async (request, response) => {
		const text = await readText(request).catch(() => undefined);
		if (text !== undefined && failures === 0) messages.push(text);
		response.writeHead(failures > 0 ? 500 : text === undefined ? 400 : 200).end('ok');
		failures = Math.max(0, failures - 1);
	});
	return {
		url: url + path,
		/** The texts that a chat would show, in the order received. */
		messages,
		/** Answers 500 to so many requests from now on. */
		failFor: (requests: number) => {
			failures = requests;
		},
		close,
	};
}
