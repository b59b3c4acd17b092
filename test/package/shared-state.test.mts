import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { createExchange } from '../support/in-process/exchange.mts';
import { createHost } from '../support/in-process/host.mts';
import { connectCredential } from '../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import { projectFolder } from './pack.mts';

// The built nodes, as n8n loads them: each from its own file.
const require = createRequire(import.meta.url);
const load = (name: string): INodeType => {
	const exported = require(path.join(projectFolder, `dist/nodes/${name}/${name}.node.js`));
	return new exported[name]();
};
const action = load('VoiceAgent');
const trigger = load('VoiceAgentTrigger');

const sandbox = useSandbox();

test('both nodes ask an identity server for its keys once in a process', async () => {
	const credential = await connectCredential(sandbox);
	const actionHost = createHost({
		type: 'voiceAgent',
		parameters: { resource: 'identity', operation: 'verifyToken' },
		credential,
	});
	const [[verified] = []] = Object(await action.execute?.call(actionHost.execute()));
	expect(verified?.json.access_token).toMatchObject({ valid: true });

	const triggerHost = createHost({
		type: 'voiceAgentTrigger',
		parameters: { verifyDeliveries: 'require' },
		credential,
	});
	const token = await sandbox.identity.signJwt({ sub: sandbox.user.id, azp: 'service' });
	const { request, response } = createExchange(
		JSON.stringify({ event: 'ConversationComplete', data: { id: 'shared-state-1' } }),
		{ headers: { authorization: `Bearer ${token}` } },
	);
	const result = await trigger.webhook?.call(triggerHost.webhook(request, response));
	response.finish(200);
	expect(result?.workflowData?.[0]?.[0]?.json.delivery).toMatchObject({ valid: true });

	const keyRequests = sandbox.requests.filter(({ path: asked }) => asked.endsWith('/certs'));
	expect(keyRequests).toHaveLength(1);
});
