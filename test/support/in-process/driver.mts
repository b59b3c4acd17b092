import type { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, NodeExecutionHint } from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import type { RecordedRequest, Sandbox } from '../../../sandbox/types.mts';
import { createHost, type HostOptions } from './host.mts';
import type { StoredCredential } from './stored-credential.mts';

const { execute } = new VoiceAgent();

export const getCurrent: INodeParameters = { resource: 'user', operation: 'getCurrent' };
export const getUserInfo: INodeParameters = { resource: 'identity', operation: 'getUserInfo' };
export const getConfiguration: INodeParameters = {
	resource: 'identity',
	operation: 'getServerSettings',
};
export const register: INodeParameters = {
	resource: 'webhook',
	operation: 'register',
	webhookUrl: 'https://n8n.example.com/webhook/calls',
};
/** Uses the credential with a pasted access token. */
export const pasted: INodeParameters = { authentication: 'accessToken' };

export interface RunOptions extends Partial<HostOptions> {
	/** Changes what n8n hands to the node. */
	prepare?: (context: ExecuteContext) => void;
}

/** What the action node outputs for these items, or for an empty one, and the hints beside the output. */
export async function runNode(
	items: INodeExecutionData[] | undefined,
	parameters: INodeParameters,
	{ prepare, ...options }: RunOptions = {},
): Promise<{ items: INodeExecutionData[]; hints: NodeExecutionHint[] }> {
	const context = createHost({ type: 'voiceAgent', ...options, parameters }).execute(items);
	prepare?.(context);
	const [output = []] = await execute.call(context);
	return { items: output, hints: context.hints };
}

/** Lets the execution end with this signal. */
export const endWith =
	({ signal }: AbortController) =>
	(context: ExecuteContext): void => {
		context.getExecutionCancelSignal = () => signal;
	};

/** The items alone. */
export const runForItems = async (
	parameters: INodeParameters,
	credential: StoredCredential,
	items?: INodeExecutionData[],
	options: RunOptions = {},
): Promise<INodeExecutionData[]> =>
	(await runNode(items, parameters, { ...options, credential })).items;

/** The fields of its first item. */
export async function run(
	parameters: INodeParameters,
	credential: StoredCredential,
): Promise<INodeExecutionData['json'] | undefined> {
	const [item] = await runForItems(parameters, credential);
	return item?.json;
}

/** {@link run} for an operation of the resource Identity. */
export async function runIdentity(
	operation: string,
	credential: StoredCredential,
	parameters: INodeParameters = {},
): Promise<INodeExecutionData['json']> {
	return (await run({ resource: 'identity', operation, ...parameters }, credential)) ?? {};
}

/** The items of Get Current, which needs a sign-in that works. */
export const getCurrentUser = async (
	credential: StoredCredential,
	changed: INodeParameters = {},
): Promise<INodeExecutionData[]> => await runForItems({ ...getCurrent, ...changed }, credential);

export interface Failure {
	code: string;
	message: string;
	description: string;
}

/** What n8n shows of an operation that fails. */
export async function fail(
	parameters: INodeParameters,
	credential: StoredCredential,
): Promise<Failure> {
	const error = await run(parameters, credential).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	const { context, message, description } = Object(error);
	return { code: context?.code, message, description };
}

export const requestsEndingWith = (sandbox: Sandbox, ending: string): RecordedRequest[] =>
	sandbox.requests.filter(({ path }) => path.endsWith(ending));

/** Number of requests to each route, without those for tokens and keys. */
export function countRequests(sandbox: Sandbox): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { path } of sandbox.requests) {
		const name = path.split('/').at(-1) ?? '';
		if (name !== 'certs') counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}
