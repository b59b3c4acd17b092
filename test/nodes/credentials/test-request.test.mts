import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData } from 'n8n-workflow';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { createHost } from '../../support/in-process/host.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const credentials: [name: string, type: ICredentialType, create: typeof connectCredential][] = [
	['oAuth2', new VoiceAgentOAuth2Api(), connectCredential],
	['accessToken', new VoiceAgentTokenApi(), pasteCredential],
];
const sandbox = useSandbox();
const elsewhere = useSandbox();

/** Runs the declared test of a credential as n8n does: as the one request of a declarative node. */
async function testCredential(
	authentication: string,
	{ name, test: declared }: ICredentialType,
	credential: StoredCredential,
): Promise<void> {
	const host = createHost({ type: 'voiceAgent', parameters: { authentication }, credential });
	host.node.parameters.temp = '';
	const { description } = new VoiceAgent();
	const tester: INodeType = {
		description: {
			...description,
			credentials: [{ name, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: declared?.request },
					default: '',
				},
			],
		},
	};
	const items = [{ json: {} }];
	const context = new ExecuteContext(
		host.workflow,
		host.node,
		host.additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ data: { main: [items] }, node: host.node, source: null },
		[],
	);
	const decrypted = { id: 'credential-1', name: 'Sandbox', type: name, data: credential.data };
	await new RoutingNode(context, tester, decrypted).runNode();
}

// With a token that is good, one that is rejected, and without a service: test/e2e/sign-in.
test.each(
	[301, 302, 303, 307, 308].flatMap((status) =>
		credentials.map((credential) => [status, ...credential] as const),
	),
)('a redirect (%i) takes the token of %s to no other host', async (status, name, type, create) => {
	const credential = await create(sandbox);
	await sandbox.switchOnFault('status', {
		target: 'users-me',
		status,
		headers: { location: `${elsewhere.url}/api/Users/me` },
		times: 1,
	});
	await expect(testCredential(name, type, credential)).rejects.toMatchObject({
		httpCode: String(status),
	});
	expect(sandbox.requests).toMatchObject([{ path: '/api/Users/me', status }]);
	expect(elsewhere.requests).toEqual([]);
});

test.each(credentials)(
	'the test of %s sends nothing to an http address',
	async (name, type, create) => {
		const credential = await create(sandbox);
		credential.data.apiBaseUrl = 'http://api.example.com';
		await expect(testCredential(name, type, credential)).rejects.toThrow();
		await expect(testCredential(name, type, credential)).rejects.toMatchObject({
			message: expect.stringContaining('http-address-not-allowed'),
		});
		expect(sandbox.requests).toEqual([]);
	},
);
