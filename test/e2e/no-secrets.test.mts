import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import * as z from 'zod/v4';
import { signIn } from '../../host/sign-in.mts';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { findSecrets, listSecrets, readDatabase } from '../support/n8n/find-secrets.mts';
import { useHost } from '../support/n8n/start-host.mts';
import { createNode, createTrigger, publishNodes } from '../support/n8n/trigger-scene.mts';

// Everything that a real n8n wrote down, searched for everything that must not be in it.
const sessionToken = `session-${randomUUID()}`;
const host = useHost();
let workflow: SavedWorkflow;
let credential: CredentialReference;

const createAction = (resource: string, operation: string) =>
	createNode(operation, 'n8n-nodes-voice-agent.voiceAgent', 1, { resource, operation });

beforeAll(async () => {
	const { clientId, clientSecret } = host.sandbox.clients.confidential;
	credential = await host.connect({
		applicationType: 'confidential',
		clientId,
		clientSecret,
		signingSecret: '',
	});
	// The first goes on if it fails, the others stop the workflow.
	workflow = await publishNodes(host, credential, [
		createTrigger(),
		{ ...createAction('user', 'getCurrent'), onError: 'continueRegularOutput' },
		createAction('identity', 'getUserInfo'),
		createAction('identity', 'verifyToken'),
	]);
});

async function finishConversation(): Promise<string> {
	const count = (await host.client.listExecutions(workflow.id)).length;
	await host.sandbox.finishConversation({ overrides: { session_token: sessionToken } });
	const executions = await host.client.waitForExecutions(workflow.id, count + 1);
	return executions.at(-1)?.status ?? 'none';
}

test('a conversation goes through, its session token left out', async () => {
	expect(await finishConversation()).toBe('success');
});

test('a refreshed token is used by the next one', async () => {
	host.sandbox.identity.revokeAccessTokens();
	expect(await finishConversation()).toBe('success');
	expect(host.sandbox.requests.some(({ form }) => form.grant_type === 'refresh_token')).toBe(true);
});

test.each([400, 500])('a service that repeats the token with %i', async (status) => {
	const token = listSecrets(host.sandbox)
		.filter(({ kind }) => kind === 'access token')
		.map(({ value }) => value)
		.join(' and ');
	expect(token).toMatch(/^eyJ/);
	const body = JSON.stringify({ message: `rejected: ${token}` });
	for (const target of ['users-me', 'userinfo'] as const) {
		await host.sandbox.switchOnFault('status', { target, status, body });
	}
	expect(await finishConversation()).toBe('error');
	host.sandbox.clearFaults();
});

test('a sign-in that has ended stops publishing as well', async () => {
	host.sandbox.identity.revokeRefreshTokens();
	host.sandbox.identity.revokeAccessTokens();
	expect(await finishConversation()).toBe('error');
	const other = await host.importExample(credential);
	await expect(host.client.activate(other.id)).rejects.toThrow('credential-reconnect-needed');
	await host.client.deactivate(other.id);
});

test('a callback with another state is rejected, and its code is not used', async () => {
	const { session, sandbox } = host;
	const authorizationUrl = z
		.string()
		.parse(await session.rest('GET', `/oauth2-credential/auth?id=${credential.id}`));
	const { username, password } = sandbox.user;
	const callback = new URL((await signIn({ authorizationUrl, username, password })).callbackUrl);
	const state = callback.searchParams.get('state') ?? '';
	callback.searchParams.set('state', `${state.slice(0, -4)}AAAA`);
	expect(await session.page(callback.href)).not.toContain('Connection successful');
	const code = callback.searchParams.get('code');
	expect(code).toMatch(/\S/);
	expect(sandbox.requests.filter(({ form }) => form.code === code)).toEqual([]);
});

test('no secret stands in the log or in any table of the database', async () => {
	const secrets = [...listSecrets(host.sandbox), { kind: 'session token', value: sessionToken }];
	expect(secrets.length).toBeGreaterThan(6);
	await host.n8n.stop();
	const dataFolder = dirname(host.n8n.logFile);
	const tables = readDatabase(dataFolder);
	// The failures are there, with what the service said, and without what it repeated.
	for (const part of ['transcript', 'request-rejected', 'service-failed', '[removed]']) {
		expect(tables.get('execution_data')).toContain(part);
	}
	expect(tables.get('credentials_entity')).toContain(credential.name);
	expect(await findSecrets(dataFolder, secrets)).toEqual([]);
	// The search looks into the log, the files of the database and its tables.
	const name = { kind: 'name', value: credential.name };
	const line = { kind: 'line', value: 'n8n ready on' };
	expect(await findSecrets(dataFolder, [name, line])).toEqual(
		expect.arrayContaining([
			'line in n8n.log',
			expect.stringMatching(/^name in .*database\.sqlite/),
			'name in table credentials_entity',
		]),
	);
});
