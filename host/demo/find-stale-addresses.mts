import * as z from 'zod/v4';
import type { Sandbox } from '../../sandbox/types.mts';
import type { N8nClient } from '../n8n/n8n-client.mts';
import type { N8nSession } from '../n8n/n8n-session.mts';
import type { SavedWorkflow } from '../n8n/n8n-workflow-types.mts';
import { isProductionUrl, listRegistrationsElsewhere } from './keep-sandbox.mts';
import { triggerType } from '../n8n/voice-agent-nodes.mts';
import type { Ports, StartState } from './start-state.mts';

const credentialList = z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }));
const credentialFields = z.object({ data: z.record(z.string(), z.unknown()) });

/** A workflow or credential of the user's n8n with an address that an earlier start had. */
export interface StaleAddress {
	kind: 'workflow' | 'credential';
	name: string;
	/** What holds the address, as the user sees it. */
	field: string;
	address: string;
}

/**
 * Finds what a change of ports has cut off: published workflows whose webhook the sandbox knows only
 * on another port of n8n, and credentials with the address of a sandbox on another port.
 */
export async function findStaleAddresses(
	session: Pick<N8nSession, 'rest'>,
	client: Pick<N8nClient, 'listWorkflows'>,
	sandbox: Pick<Sandbox, 'registrations'>,
	state: StartState,
): Promise<StaleAddress[]> {
	const workflows = await client.listWorkflows();
	return [
		...workflows.flatMap((workflow) => readWebhooks(workflow, sandbox, state)),
		...(await readCredentials(session, state)),
	];
}

function readWebhooks(
	workflow: SavedWorkflow,
	sandbox: Pick<Sandbox, 'registrations'>,
	state: StartState,
): StaleAddress[] {
	if (!workflow.active) return [];
	const elsewhere = listRegistrationsElsewhere(state);
	return workflow.nodes.flatMap(({ type, webhookId }): StaleAddress[] => {
		if (type !== triggerType || webhookId === undefined) return [];
		const isOfTrigger = ({ url }: { url: string }): boolean => isProductionUrl(url, webhookId);
		const other = elsewhere.findLast(isOfTrigger);
		if (other === undefined || sandbox.registrations.some(isOfTrigger)) return [];
		return [{ kind: 'workflow', name: workflow.name, field: 'its webhook', address: other.url }];
	});
}

async function readCredentials(
	session: Pick<N8nSession, 'rest'>,
	state: StartState,
): Promise<StaleAddress[]> {
	const found: StaleAddress[] = [];
	for (const { id, name, type } of credentialList.parse(
		await session.rest('GET', '/credentials'),
	)) {
		if (!type.startsWith('voiceAgent')) continue;
		const { data } = credentialFields.parse(
			await session.rest('GET', `/credentials/${id}?includeData=true`),
		);
		for (const [field, key, server] of addressFields) {
			const address = data[key];
			if (typeof address !== 'string' || !isOfEarlierStart(address, server, state)) continue;
			found.push({ kind: 'credential', name, field, address });
		}
	}
	return found;
}

const addressFields = [
	['API Base URL', 'apiBaseUrl', 'api'],
	['Identity Server URL', 'identityServerUrl', 'identity'],
	['Web App URL', 'webAppUrl', 'api'],
] as const;

function isOfEarlierStart(
	address: string,
	server: keyof Ports,
	{ ports, earlierPorts }: StartState,
): boolean {
	const url = URL.parse(address);
	if (url === null || !/^(localhost|127\.0\.0\.1)$/.test(url.hostname)) return false;
	const port = Number(url.port);
	return port !== ports[server] && earlierPorts.some((set) => set[server] === port);
}

/** What the user reads of them; empty if there are none. */
export function describeStaleAddresses(found: StaleAddress[]): string {
	if (found.length === 0) return '';
	const lines = found.map(
		({ kind, name, field, address }) => `  ${kind} "${name}": ${field} is ${address}`,
	);
	return [
		'These still point to ports of an earlier start, and do not work now:',
		...lines,
		'Enter the addresses of this start in such a credential, and unpublish and publish such a',
		'workflow. Or end what holds the usual ports, and start again.',
	].join('\n');
}
