import type { INodeParameters } from 'n8n-workflow';
import { createHost } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import { bearer, sendAt, signToken } from './authentication-driver.mts';

const sandbox = useSandbox({ isOwnOfEachTest: true });
afterEach(() => jest.restoreAllMocks());

test('the log names the reason of a rejection once a minute for a node', async () => {
	const parameters: INodeParameters = { verifyDeliveries: 'require' };
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const another = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const warn = jest.spyOn(host.hook().logger, 'warn').mockImplementation();
	const start = Date.now();
	for (const now of [start, start + 1, start + 59_999]) {
		expect(await sendAt(host, now)).toBe(401);
	}
	const reason = 'authorization-missing';
	const about = { node: host.node.name, workflowId: host.workflow.id, reason };
	expect(warn.mock.calls).toEqual([[expect.stringContaining(reason), about]]);
	expect(await sendAt(another, start + 59_999)).toBe(401);
	expect(warn).toHaveBeenCalledTimes(2);
	expect(await sendAt(host, start + 60_000)).toBe(401);
	expect(warn).toHaveBeenCalledTimes(3);
});

describe('when the token of a delivery verified, the log says so', () => {
	const day = 24 * 60 * 60 * 1000;

	/** What a node logs for a delivery at each of these moments, in ms after the first. */
	async function listLines(
		parameters: INodeParameters,
		values: object,
		claims: object,
		after = [0],
	): Promise<string[]> {
		const credential = await connectCredential(sandbox);
		credential.data = { ...credential.data, ...values };
		const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
		const info = jest.spyOn(host.hook().logger, 'info').mockImplementation();
		const start = Date.now();
		try {
			for (const ms of after) {
				const exp = Math.floor((start + ms) / 1000) + 300;
				const iat = exp - 600;
				const token = await signToken(sandbox, { ...claims, exp, iat });
				await sendAt(host, start + ms, bearer(token));
			}
			return info.mock.calls.map(([message]) => message);
		} finally {
			info.mockRestore();
		}
	}

	test('with what to enter, and once a day', async () => {
		const lines = await listLines({}, {}, {}, [0, 1, day - 1, day]);
		expect(lines).toHaveLength(2);
		for (const word of ['Require.', '"voice-agent-service"', `"${sandbox.user.id}"`]) {
			expect(lines[0]).toContain(word);
		}
	});

	test('without line breaks that a token could bring in, and not at length', async () => {
		const azp = `a\nForged line\u2028${'x'.repeat(5_000)}`;
		const [line = ''] = await listLines({}, {}, { azp });
		expect(line).not.toMatch(/\n|x{201}/);
	});

	test('also with Require, as long as neither client nor subject is expected', async () => {
		const required = { verifyDeliveries: 'require' };
		expect(await listLines(required, {}, {})).toHaveLength(1);
		expect(
			await listLines(required, { checkSender: true, expectedSubject: sandbox.user.id }, {}),
		).toEqual([]);
	});

	test('and nothing if it did not', async () => {
		expect(await listLines({}, {}, { aud: 'x', iss: 'https://elsewhere.example.com' })).toEqual([]);
	});
});
