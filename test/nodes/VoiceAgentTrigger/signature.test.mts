import { createHmac } from 'node:crypto';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../../sandbox/types.mts';
import {
	bearer,
	connectWithSecret,
	nextBody,
	receive,
	signToken,
	signingSecret,
} from './authentication-driver.mts';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

/** A delivery signed by the shared secret, in the forms that services use. */
function sign(body: string, key = signingSecret) {
	const digest = createHmac('sha256', key).update(body).digest();
	return { hex: digest.toString('hex'), base64: digest.toString('base64') };
}

test.each<[string, (body: string) => string]>([
	['hex', (body) => sign(body).hex],
	['upper-case hex', (body) => sign(body).hex.toUpperCase()],
	['base64', (body) => sign(body).base64],
	['hex with sha256=', (body) => `sha256=${sign(body).hex}`],
])(
	'a right signature as %s is accepted in every mode but where a token is required',
	async (_, make) => {
		for (const mode of ['reportOnly', 'off']) {
			const body = nextBody();
			const options = { body, headers: { 'x-webhook-signature': make(body) } };
			expect(
				await receive(sandbox, mode, { ...options, credential: await connectWithSecret(sandbox) }),
			).toMatchObject({
				accepted: true,
				delivery: { method: 'hmac', valid: true },
			});
		}
	},
);

test.each<[string, string, (body: string) => [string, string?]]>([
	['over another body', 'hmac-mismatch', () => [sign('another body').hex]],
	['cut short', 'hmac-malformed', (body) => [sign(body).hex.slice(0, -2)]],
	['of another secret', 'hmac-mismatch', (body) => [sign(body, 'another').hex]],
	[
		'with whitespace added to the body afterwards',
		'hmac-mismatch',
		(body) => [sign(body).hex, `${body} `],
	],
])('a signature %s gets 401 in every mode', async (_, _reason, make) => {
	for (const mode of ['reportOnly', 'off', 'require']) {
		const body = nextBody();
		const [signature, sentBody = body] = make(body);
		const authorization = `Bearer ${await signToken(sandbox)}`;
		const headers = { 'x-webhook-signature': signature, authorization };
		const options = { body: sentBody, headers, credential: await connectWithSecret(sandbox) };
		expect(await receive(sandbox, mode, options)).toMatchObject({
			accepted: false,
			answer: { status: 401 },
		});
	}
});

test('no signature where a secret is set gets 401', async () => {
	const options = {
		...bearer(await signToken(sandbox)),
		credential: await connectWithSecret(sandbox),
	};
	expect(await receive(sandbox, 'reportOnly', options)).toMatchObject({ answer: { status: 401 } });
});

test('the signature header can be named', async () => {
	const body = nextBody();
	const options = {
		body,
		headers: { 'x-service-signature': sign(body).hex },
		credential: await connectWithSecret(sandbox),
		parameters: { options: { signatureHeader: 'X-Service-Signature' } },
	};
	expect(await receive(sandbox, 'reportOnly', options)).toMatchObject({ accepted: true });
});
