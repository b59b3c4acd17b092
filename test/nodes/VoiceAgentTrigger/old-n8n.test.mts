// The trigger depends on the n8n-workflow that it is loaded with.
const workflow = jest.requireActual<Record<string, unknown>>('n8n-workflow');

/** Publishes a trigger loaded with an n8n-workflow that exports other things. Gives its error. */
async function publishWith(exports: Record<string, unknown>) {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => ({ ...workflow, ...exports }));
	const { createHost } = jest.requireActual<typeof import('../../support/in-process/host.mts')>(
		'../../support/in-process/host.mts',
	);
	const { VoiceAgentTrigger } = jest.requireActual<
		typeof import('../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts')
	>('../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts');
	const { checkExists } = new VoiceAgentTrigger().webhookMethods.default;
	const host = createHost({
		type: 'voiceAgentTrigger',
		parameters: { options: { registration: 'manual' } },
	});
	return await checkExists.call(host.hook()).then(
		() => undefined,
		(error: unknown) => error,
	);
}

afterEach(() => jest.dontMock('n8n-workflow'));

test('publishing fails in n8n 2.28 and before, where each execution refreshes the token', async () => {
	expect(await publishWith({ evaluateJmespathQuery: undefined })).toMatchObject({
		message: expect.stringMatching(/ can end the sign-in\. .* Update n8n to 2\.30 or later\.$/),
		context: { code: 'n8n-too-old' },
	});
});

test('in a later n8n it succeeds', async () => {
	expect(await publishWith({})).toBeUndefined();
});
