/** Everything that a start runs and keeps, as its summary names it. */
export interface Places {
	executionUrl: string;
	owner: { email: string; password: string };
	sandboxUrl: string;
	identityServerUrl: string;
	clientId: string;
	user: { username: string; password: string };
	dataFolder: string;
	logFile: string;
}

/**
 * Where a person looks next, pages first. `verbose` adds the addresses that no person visits.
 */
export function describePlaces(places: Places, { verbose }: { verbose: boolean }): string {
	const { owner, user } = places;
	const next = describeRows([
		['see it in n8n', places.executionUrl],
		['', `log in as ${owner.email} with ${owner.password}`],
		['finish another', `${places.sandboxUrl} (the sandbox's page)`],
		['', 'its box "Copy These into n8n" has what a credential of your own needs'],
	]);
	const kept = describeRows([
		['data', places.dataFolder],
		['log of n8n', places.logFile],
	]);
	const servers = describeRows([
		['API Base URL', places.sandboxUrl],
		['Identity Server URL', places.identityServerUrl],
		['Client ID', places.clientId],
		['sign in as', `${user.username} with ${user.password}`],
	]);
	return [
		'n8n ran a workflow with it. Where to look next:',
		next,
		'',
		...(verbose ? ['For your own credential:', servers, ''] : []),
		kept,
	].join('\n');
}

function describeRows(rows: [string, string][]): string {
	const width = Math.max(...rows.map(([label]) => label.length)) + 2;
	return rows.map(([label, value]) => `  ${label.padEnd(width)}${value}`).join('\n');
}
