import { createItem, download, failureOf, readReports } from './recording-driver.mts';
import { useStoredFiles } from '../host/binary-storage.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const sandbox = useSandbox();
/** Another server on another port: nothing may be sent there. */
const elsewhere = useSandbox();
useStoredFiles();

afterEach(() => {
	expect(elsewhere.requests).toEqual([]);
	for (const { headers } of sandbox.requests) expect(headers).not.toHaveProperty('authorization');
});

async function redirect(location: string, options: { status?: number; times?: number } = {}) {
	await sandbox.switchOnFault('status', {
		target: 'recordings',
		status: options.status ?? 302,
		times: options.times ?? 1,
		headers: { location },
	});
}

const run = async (overrides?: Record<string, unknown>) =>
	await download(
		{},
		{
			credential: await connectCredential(sandbox),
			items: [createItem(sandbox, { overrides })],
		},
	);

const portOf = (address: string) => new URL(address).port;

test.each([301, 302, 303, 307, 308])(
	'a redirect of status %i to a whole address is followed',
	async (status) => {
		const { agent_audio_url: target } = sandbox.createRecord({ seed: 3 });
		await redirect(String(target), { status });
		expect(readReports(await run())).toMatchObject({ conversation: { status: 'downloaded' } });
		expect(sandbox.requests).toMatchObject([
			{ status },
			{ status: 200, path: new URL(String(target)).pathname },
		]);
	},
);

test('a redirect to a relative address is followed, five times at most', async () => {
	const url = new URL(String(sandbox.createRecord({ seed: 3, withTestRun: true }).audio_url));
	await redirect(url.pathname + url.search, { times: 5 });
	expect(readReports(await run())).toMatchObject({ conversation: { status: 'downloaded' } });
	expect(sandbox.requests).toHaveLength(6);
	await sandbox.reset();
	await redirect(url.pathname + url.search, { times: 6 });
	await expect(run()).rejects.toMatchObject({ context: { code: 'recording-redirect-invalid' } });
	expect(sandbox.requests).toHaveLength(6);
});

test('a redirect without an address is rejected', async () => {
	await sandbox.switchOnFault('status', { target: 'recordings', status: 302 });
	await expect(run()).rejects.toMatchObject({ context: { code: 'recording-redirect-invalid' } });
	expect(sandbox.requests).toHaveLength(1);
});

// Which addresses are rejected is in test/unit/recording/check-recording-url.
const ownHost = () => new URL(sandbox.url).host;
const otherPort = () => portOf(elsewhere.url);

test.each([
	['another scheme, https', () => `https://${ownHost()}/1.wav`, 'recording-url-scheme'],
	['loopback on another port', () => `http://127.0.0.1:${otherPort()}/`, 'recording-url-private'],
	['an address without a scheme', () => `//127.0.0.1:${otherPort()}/`, 'recording-url-private'],
	['credentials', () => `http://me:hidden@${ownHost()}/1.wav`, 'recording-url-with-credentials'],
])('a redirect to %s is rejected, and nothing is sent there', async (_name, location, code) => {
	await redirect(location());
	const failure = await failureOf(run());
	expect(failure).toMatchObject({ context: { code } });
	expect(sandbox.requests).toHaveLength(1);
	const everything = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
	expect(everything).not.toMatch(/hidden|signature=/);
});

test('the second redirect is checked like the first', async () => {
	const url = new URL(String(sandbox.createRecord({ seed: 3, withTestRun: true }).audio_url));
	await redirect(url.href);
	await redirect(`http://127.0.0.1:${otherPort()}/`);
	await expect(run()).rejects.toMatchObject({ context: { code: 'recording-url-private' } });
	expect(sandbox.requests.map(({ status }) => status)).toEqual([302, 302]);
});

test.each([
	['a link to loopback on another port', () => `${elsewhere.url}/1.wav`, 'recording-url-private'],
	['a link with credentials', () => `http://me:x@${ownHost()}/`, 'recording-url-with-credentials'],
	['no link', () => 'recording.wav', 'recording-url-invalid'],
])('%s is rejected, and nothing is sent at all', async (_name, link, code) => {
	await expect(run({ audio_url: link() })).rejects.toMatchObject({ context: { code } });
	expect(sandbox.requests).toEqual([]);
});

test('of a link that is too long for any server, nothing is told', async () => {
	const failure = await failureOf(run({ audio_url: `https://${'a'.repeat(100_000)}/1.wav` }));
	expect(failure).toMatchObject({ context: { code: 'recording-url-invalid' } });
	const everything = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
	expect(everything.length).toBeLessThan(10_000);
	expect(sandbox.requests).toEqual([]);
});

test('http is rejected where the API base URL is https, and without a credential', async () => {
	const items = [createItem(sandbox)];
	for (const apiBaseUrl of ['https://api.example.com', undefined]) {
		await expect(download({}, { items, apiBaseUrl })).rejects.toMatchObject({
			context: { code: 'recording-url-scheme' },
		});
	}
	expect(sandbox.requests).toEqual([]);
});
