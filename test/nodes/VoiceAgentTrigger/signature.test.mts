import { createHmac } from 'node:crypto';
import {
	bearer,
	connectWithSecret,
	nextBody,
	receive,
	signToken,
	signingSecret,
} from './authentication-driver.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const sandbox = useSandbox({ isOwnOfEachTest: true });

const sign = (body: string, key = signingSecret) =>
	createHmac('sha256', key).update(body).digest('hex');

test.each(['reportOnly', 'off'])('a right signature is accepted with %s', async (mode) => {
	const body = nextBody();
	const headers = { 'x-webhook-signature': sign(body) };
	const credential = await connectWithSecret(sandbox);
	expect(await receive(sandbox, mode, { body, headers, credential })).toMatchObject({
		accepted: true,
		delivery: { method: 'hmac', valid: true },
	});
});

// The forms of a signature and the reasons are in test/unit/delivery.
test.each<[string, (body: string) => [signature?: string, sentBody?: string]]>([
	['no signature', () => []],
	['a signature of another secret', (body) => [sign(body, 'another')]],
	['a body with white space added after signing', (body) => [sign(body), `${body} `]],
])('%s gets 401 in every mode, also with a true token', async (_, make) => {
	for (const mode of ['reportOnly', 'off', 'require']) {
		const body = nextBody();
		const [signature, sentBody = body] = make(body);
		const { headers } = bearer(await signToken(sandbox));
		const signed =
			signature === undefined ? headers : { ...headers, 'x-webhook-signature': signature };
		const options = {
			body: sentBody,
			headers: signed,
			credential: await connectWithSecret(sandbox),
		};
		expect(await receive(sandbox, mode, options)).toMatchObject({
			accepted: false,
			answer: { status: 401 },
		});
	}
});

test('the signature header can be named', async () => {
	const body = nextBody();
	const options = {
		body,
		headers: { 'x-service-signature': sign(body) },
		credential: await connectWithSecret(sandbox),
		parameters: { options: { signatureHeader: 'X-Service-Signature' } },
	};
	expect(await receive(sandbox, 'reportOnly', options)).toMatchObject({ accepted: true });
});
