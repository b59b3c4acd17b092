/** What a start runs and keeps, as its summary names it. */
export interface Places {
	executionUrl: string;
	owner: { email: string; password: string };
	sandboxUrl: string;
	dataFolder: string;
	logFile: string;
}

/** Where a person looks next, pages first. */
export function describePlaces({ owner, ...places }: Places): string {
	const rows = [
		['see it in n8n', places.executionUrl],
		['', `log in as ${owner.email} with ${owner.password}`],
		['finish another', `${places.sandboxUrl} (the sandbox's page)`],
		['', 'its box "Copy These into n8n" has what a credential of your own needs'],
		['data', places.dataFolder],
		['log of n8n', places.logFile],
	];
	const lines = rows.map(([label = '', value]) => `  ${label.padEnd(16)}${value}`);
	return ['n8n ran a workflow with it. Where to look next:', ...lines].join('\n');
}
