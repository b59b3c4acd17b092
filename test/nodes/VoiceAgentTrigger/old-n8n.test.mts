// The trigger depends on the n8n-workflow that it is loaded with.
const workflow = jest.requireActual<Record<string, unknown>>('n8n-workflow');

/** Publishes a trigger loaded as n8n before 2.8 would, or as a later one. Gives its error. */
async function publishIn({ hasTriggerLikeNode }: { hasTriggerLikeNode: boolean }) {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => ({
		...workflow,
		isTriggerLikeNode: hasTriggerLikeNode ? workflow.isTriggerLikeNode : undefined,
	}));
	const { createHost } = jest.requireActual<typeof import('../host/host.mts')>('../host/host.mts');
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

test('publishing fails in an n8n that answers a call before it stores it', async () => {
	expect(await publishIn({ hasTriggerLikeNode: false })).toMatchObject({
		message: expect.stringMatching(
			/^This n8n answers a call before it stores it, .* Update n8n to 2\.20 or later\.$/,
		),
		context: { code: 'n8n-too-old' },
	});
});

test('an n8n that stores first publishes', async () => {
	expect(await publishIn({ hasTriggerLikeNode: true })).toBeUndefined();
});
