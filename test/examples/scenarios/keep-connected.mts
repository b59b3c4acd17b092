import { host, useExample } from '../use-example.mts';

// The example against the sandbox's identity server.
const example = useExample('keep-connected');

beforeAll(() => example.publish());

test('each run refreshes the token', async () => {
	const { sandbox } = host;
	const seen = sandbox.requests.length;
	const run = await example.run('Once a Week');
	expect(run.items('Refresh the Token')).toMatchObject([
		{ refreshed: true, refresh_token_expires_at: expect.any(String) },
	]);
	const grants = sandbox.requests
		.slice(seen)
		.filter(({ path }) => path.endsWith('/protocol/openid-connect/token'))
		.map(({ form, status }) => [form.grant_type, status]);
	expect(grants).toEqual([['refresh_token', 200]]);
});
