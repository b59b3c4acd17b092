import { text } from 'node:stream/consumers';
import * as z from 'zod/v4';
import { serve } from '../../support/servers/serve.mts';

/** What Slack's, Mattermost's, Rocket.Chat's and Google Chat's webhooks all take; the last at most this long. */
const message = z.strictObject({ text: z.string().min(1).max(4096) });

/** A local receiver in the place of a chat's webhook. It takes what a chat takes, and answers 400 to the rest. */
export async function startChat() {
	const messages: string[] = [];
	let failures = 0;
	const { url, close } = await serve(async (request, response) => {
		const body = await text(request);
		const isJson = request.headers['content-type'] === 'application/json';
		const read = message.safeParse(isJson ? JSON.parse(body) : undefined);
		if (read.success && failures === 0) messages.push(read.data.text);
		response.writeHead(failures > 0 ? 500 : read.success ? 200 : 400).end('ok');
		failures = Math.max(0, failures - 1);
	});
	return {
		url: `${url}/hook`,
		/** The texts that a chat would show, in the order received. */
		messages,
		/** Answers 500 to so many requests from now on. */
		failFor: (requests: number) => {
			failures = requests;
		},
		close,
	};
}
