import { getConfiguration, getCurrent, run, runIdentity } from '../VoiceAgent/driver.mts';
import {
	publish as publishTrigger,
	useTriggers,
} from '../VoiceAgentTrigger/registration-driver.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';
import { findClosedPort, startUntrustedServer } from '../host/wrong-servers.mts';
import { useSandbox } from '../host/use-sandbox.mts';

// n8n shows "Connected" whatever the addresses are. What was merely pasted with too much or too little
// works; everything else is named by User → Get Current and on publishing.
const sandbox = useSandbox();
const createTrigger = useTriggers(sandbox);

async function connect(addresses: Record<string, string>): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	Object.assign(credential.data, addresses);
	return credential;
}

const readCurrentUser = async (credential: StoredCredential) => await run(getCurrent, credential);

const publish = async (credential: StoredCredential) =>
	await publishTrigger(await createTrigger({ credential }));

describe('Get Current and publishing understand', () => {
	test.each(['/', '/api', '/api/', '//api//'])(
		'an API base URL that ends with %s',
		async (ending) => {
			const addresses = { apiBaseUrl: ` ${sandbox.url}${ending} ` };
			expect(await readCurrentUser(await connect(addresses))).toMatchObject({
				email: sandbox.user.email,
			});
			await publish(await connect(addresses));
			expect(sandbox.registrations).toHaveLength(1);
		},
	);

	test("an identity server's address that was copied from its discovery document", async () => {
		const copied = `${sandbox.identityServerUrl}/.well-known/openid-configuration`;
		for (const field of ['identityServerUrl', 'issuer']) {
			const credential = await connect({ [field]: copied });
			expect(await run(getConfiguration, credential)).toMatchObject({
				settings: { issuer: sandbox.identityServerUrl },
			});
			expect(await runIdentity('verifyToken', credential)).toMatchObject({
				access_token: { valid: true },
			});
		}
	});
});

describe('Get Current and publishing name the mistake', () => {
	let closeServer: (() => void) | undefined;
	afterEach(() => closeServer?.());

	async function openHttpsServer(): Promise<string> {
		const { port, close } = await startUntrustedServer();
		closeServer = close;
		return `http://127.0.0.1:${port}`;
	}

	async function answerWithWebPage(status: number): Promise<string> {
		const headers = { 'content-type': 'text/html' };
		const body = '<!doctype html><title>Welcome</title>';
		await sandbox.switchOnFault('status', { target: 'users-me', status, body, headers });
		return sandbox.url;
	}

	const mistakes: [string, () => Promise<string>, string, RegExp][] = [
		[
			'a dead port',
			async () => `http://127.0.0.1:${await findClosedPort()}`,
			'service-unreachable',
			/'?API Base URL'?.*ECONNREFUSED/,
		],
		[
			'a web page',
			async () => await answerWithWebPage(200),
			'response-unreadable',
			/API base URL.*not a web page/i,
		],
		[
			'the path of a web app',
			async () => await answerWithWebPage(404),
			'not-found',
			/API base URL.*\/api/i,
		],
		[
			'https for http',
			async () => await Promise.resolve(sandbox.url.replace('http:', 'https:')),
			'connection-not-encrypted',
			/API Base URL/,
		],
		[
			'http for https',
			openHttpsServer,
			'response-lost',
			/'API Base URL' must begin with https:\/\//,
		],
	];

	test.each(mistakes)('of %s', async (_, openAddress, code, words) => {
		const credential = await connect({ apiBaseUrl: await openAddress() });
		const read = async (failing: Promise<unknown>) => {
			const error = await failing.catch((thrown: unknown) => thrown);
			const { context, message, description } = Object(error);
			return { code: context?.code, text: `${message} ${description ?? ''}` };
		};
		for (const failing of [readCurrentUser, publish]) {
			expect(await read(failing(credential))).toEqual({
				code,
				text: expect.stringMatching(words),
			});
		}
		expect(sandbox.registrations).toEqual([]);
	});
});
