import type { BrowserContext } from 'playwright-core';

/** What happened in the pages of a context that nobody asked for. */
export interface Watch {
	/** Errors and warnings on the console, exceptions, dialogs. */
	problems: string[];
	/** Addresses that were asked for outside the servers named. */
	outside: string[];
}

/** Collects both from now on. `origins` are the servers that the pages may call. */
export function watchPages(context: BrowserContext, origins: string[]): Watch {
	const watch: Watch = { problems: [], outside: [] };
	context.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) watch.problems.push(message.text());
	});
	context.on('weberror', (error) => watch.problems.push(String(error.error())));
	context.on('dialog', (dialog) => {
		watch.problems.push(dialog.message());
		void dialog.dismiss();
	});
	context.on('request', (request) => {
		const { protocol, origin } = new URL(request.url());
		if (/^https?:$/.test(protocol) && !origins.includes(origin)) watch.outside.push(request.url());
	});
	return watch;
}
