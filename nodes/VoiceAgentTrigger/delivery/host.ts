import { type IWebhookFunctions, type IWebhookResponseData, sleep } from 'n8n-workflow';
import { type JsonObject, readProperty } from '../../../core/json';
import { BoundedMap } from '../../../core/memory';
import type { WaitLimit } from '../../../core/waiting';
import type { CredentialKind } from '../../shared/credential';
import { useIdentityKeys } from '../../shared/http/identity-keys';
import { log } from '../../shared/log';
import { type DeliverySettings, readDeliverySettings } from '../settings';
import { keepConnected, readCredentialChecks } from './credential';

/** The response to a delivery, and the items of one of the trigger's two outputs. */
export type DeliveryEnd = {
	body: Record<string, unknown>;
} & (
	| { accepted: readonly JsonObject[] }
	| { httpStatus: number; retryAfterSeconds?: number; discarded?: JsonObject }
);

/** n8n as far as a delivery needs it: behind this door nothing knows n8n's context. */
export function adaptHost(context: IWebhookFunctions) {
	const { id, parameters, alwaysOutputData } = context.getNode();
	const nodeKey = `${context.getWorkflow().id ?? ''} ${id}`;
	return {
		/** By this key the process remembers what concerns the node. */
		nodeKey,
		/** A user listens in the editor. */
		isListening: context.getMode() === 'manual',
		rawHeaders: context.getRequestObject().rawHeaders,
		readBody: async () => await readRawBody(context),
		getWebhookUrl: () => context.getNodeWebhookUrl('default') ?? '',
		readSettings: () => readSettings(context, nodeKey, JSON.stringify(parameters)),
		readChecks: async (kind?: CredentialKind) => await readCredentialChecks(context, kind),
		keepConnected: (kind?: CredentialKind) => keepConnected(context, kind),
		useKeys: (waitLimit: WaitLimit) => useIdentityKeys(context, waitLimit),
		log: (level: 'info' | 'warn', text: string) => log(context, level, text),
		respond: (end: DeliveryEnd) => respond(context, end, alwaysOutputData === true),
		whenAnswered: (tell: (isSuccess: boolean) => void) => awaitAnswer(context, tell),
	};
}

export type Host = ReturnType<typeof adaptHost>;

const settingsByNode = new BoundedMap<{ stored: string; settings: DeliverySettings }>();

/** Read once for each version of a trigger, unless a parameter is an expression: `"={{ $vars.agents }}"`. */
function readSettings(context: IWebhookFunctions, nodeKey: string, stored: string) {
	const known = settingsByNode.get(nodeKey);
	if (known?.stored === stored) return known.settings;
	const settings = readDeliverySettings(context);
	if (!stored.includes('"=')) settingsByNode.set(nodeKey, { stored, settings });
	return settings;
}

/** `undefined` for multipart, which n8n has taken apart. */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	const contentType = context.getHeaderData()['content-type'] ?? '';
	if (/^\s*multipart\//i.test(contentType)) return undefined;
	// If n8n does not know the content type, the body is still to be read.
	const read = readProperty(request, 'readRawBody');
	if (typeof read === 'function') await read.call(request);
	const rawBody = readProperty(request, 'rawBody');
	return Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0);
}

/** n8n sends the response to an accepted delivery once the execution is stored. Any other goes out at once. */
function respond(
	context: IWebhookFunctions,
	end: DeliveryEnd,
	alwaysOutputs: boolean,
): IWebhookResponseData {
	if ('accepted' in end) {
		const workflowData = [end.accepted.map((json) => ({ json }))];
		return { workflowData, webhookResponse: end.body };
	}
	const { httpStatus, retryAfterSeconds, discarded, body } = end;
	const response = context.getResponseObject();
	if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
	response.status(httpStatus).json(body);
	// With Always Output Data n8n would put an empty item into the empty first output.
	if (discarded === undefined || alwaysOutputs) return { noWebhookResponse: true };
	return { noWebhookResponse: true, workflowData: [[], [{ json: discarded }]] };
}

const RESPONSE_LOOK_MS = 500;
const MAX_RESPONSE_MS = 10 * 60 * 1000;

/** Once n8n has responded, tells whether with 2xx: such a response acknowledges a delivery, even if its sender has gone. */
function awaitAnswer(context: IWebhookFunctions, tell: (isSuccess: boolean) => void): void {
	const response = context.getResponseObject();
	const tellByStatus = () => {
		const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
		tell(response.writableEnded && isSuccess);
	};
	// After a cut connection no event tells the end; after 10 minutes another attempt must be accepted.
	const tellLater = async () => {
		for (let waited = 0; waited < MAX_RESPONSE_MS; waited += RESPONSE_LOOK_MS) {
			if (response.writableEnded) break;
			await sleep(RESPONSE_LOOK_MS);
		}
		tellByStatus();
	};
	// The sender left before, such as while this delivery waited for keys or for an equal delivery.
	if (response.destroyed) return void tellLater();
	response.once('finish', tellByStatus);
	// `close` without `finish`: the connection was cut. After `finish`: no effect.
	response.once('close', () => void tellLater());
}
