import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findWebhookUrl } from '../support/n8n/start-host.mts';
import {
	createTrigger,
	postEvent,
	publishNodes,
	waitForItem,
} from '../support/n8n/trigger-scene.mts';
import { audience, secret } from './describe-realm.mts';
import type { Stage } from './start-suite.mts';

const tokenAnswer = z.looseObject({ access_token: z.string() });
const reported = z.object({ valid: z.boolean().nullable(), reason: z.string().nullable() });
const modes = { 'Report Only': 'reportOnly', Require: 'require', Off: 'off' };
let conversations = 0;

/** A token as a service gets it, with no user. */
export async function askServiceToken(
	{ identityServerUrl }: Stage,
	clientId: string,
): Promise<string> {
	const answer = await fetch(`${identityServerUrl}/protocol/openid-connect/token`, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: secret,
		}),
	});
	return tokenAnswer.parse(await answer.json()).access_token;
}

/** New tokens of the realm are signed by a key that nobody has seen. */
export async function addRealmKey(stage: Stage): Promise<void> {
	await stage.admin('POST', '/components', {
		name: 'new-key',
		providerId: 'rsa-generated',
		providerType: 'org.keycloak.keys.KeyProvider',
		config: { priority: ['200'], algorithm: ['RS256'] },
	});
}

/** A published trigger for each mode of Verify Deliveries. */
export type Triggers = { mode: string; workflow: SavedWorkflow }[];

/** Publishes them with a credential that expects the service's client. */
export async function publishTriggers(stage: Stage, more: INodeParameters = {}): Promise<Triggers> {
	const expected = { expectedAudience: audience, expectedClient: 'service' };
	const fields = { checkSender: true, ...expected, ...more };
	const { reference } = await stage.connect('public', { fields });
	const triggers: Triggers = [];
	for (const [mode, verifyDeliveries] of Object.entries(modes)) {
		const trigger = createTrigger({ verifyDeliveries });
		triggers.push({ mode, workflow: await publishNodes(stage.host, reference, [trigger]) });
	}
	return triggers;
}

/** Delivers to each, and tells what the sender was answered, or what the workflow got. */
export async function deliverToAll(
	stage: Stage,
	triggers: Triggers,
	token: string,
): Promise<string> {
	const lines: string[] = [];
	for (const { mode, workflow } of triggers) {
		lines.push(`${mode}: ${await deliver(stage, workflow, token)}`);
	}
	return lines.join('. ');
}

async function deliver({ host }: Stage, workflow: SavedWorkflow, token: string): Promise<string> {
	const data = { id: `delivery-${++conversations}` };
	const answer = await postEvent(findWebhookUrl(host.n8n, workflow), data, { token });
	if (answer.httpStatus !== 200) return `responded with ${answer.httpStatus}`;
	const item = await waitForItem(host, workflow, data.id);
	const { valid, reason } = reported.parse(item.delivery);
	return valid === true ? 'valid' : `accepted, ${reason}`;
}
