/** What a start runs and keeps, as its summary names it. */
export interface Places {
	owner: { email: string; password: string };
	sandboxUrl: string;
	dataFolder: string;
	logFile: string;
}

/** Where a person looks next, pages first. */
export function describePlaces(
	n8nUrl: string,
	{ owner, ...places }: Places,
	heading: string,
): string {
	const rows = [
		['see it in n8n', n8nUrl],
		['', `log in as ${owner.email} with ${owner.password}`],
		['finish another', `${places.sandboxUrl} (the sandbox's page)`],
		['', 'its box "Copy These into n8n" has what a credential of your own needs'],
		['data', places.dataFolder],
		['log of n8n', places.logFile],
	];
	const lines = rows.map(([label = '', value]) => `  ${label.padEnd(16)}${value}`);
	return [heading, ...lines].join('\n');
}
