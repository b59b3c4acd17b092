import type { IHookFunctions } from 'n8n-workflow';

// What the trigger says depends on the n8n-workflow that it is loaded with.
const workflow = jest.requireActual<Record<string, unknown>>('n8n-workflow');
const load = () =>
	jest.requireActual<typeof import('../../nodes/VoiceAgentTrigger/early-answer.ts')>(
		'../../nodes/VoiceAgentTrigger/early-answer.ts',
	);

/** Loads it as n8n before 2.8 would, or as a later one. */
function loadIn({ hasTriggerLikeNode }: { hasTriggerLikeNode: boolean }) {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => ({
		...workflow,
		isTriggerLikeNode: hasTriggerLikeNode ? workflow.isTriggerLikeNode : undefined,
	}));
	return load();
}

/** What a publication in this mode writes to n8n's log. */
function listWarnings(
	{ logEarlyAnswer }: ReturnType<typeof load>,
	mode: 'activate' | 'manual',
): unknown[] {
	const warn = jest.fn();
	const context = {
		logger: { warn },
		getActivationMode: () => mode,
		getNode: () => ({ name: 'Calls' }),
		getWorkflow: () => ({ id: 'w1' }),
	};
	logEarlyAnswer(context as unknown as IHookFunctions);
	return warn.mock.calls;
}

afterEach(() => jest.dontMock('n8n-workflow'));

test('before 2.8 a publication and a hint say what can be lost', () => {
	const early = loadIn({ hasTriggerLikeNode: false });
	expect(early.earlyAnswerHints).toEqual([
		{
			message: expect.stringContaining('before it stores the execution'),
			type: 'warning',
			location: 'outputPane',
			whenToDisplay: 'always',
		},
	]);
	expect(listWarnings(early, 'activate')).toEqual([
		[
			expect.stringMatching(/^Voice Agent Trigger: .*Ignore Duplicates to Off.*Remove Duplicates/),
			{ node: 'Calls', workflowId: 'w1' },
		],
	]);
	expect(listWarnings(early, 'manual')).toEqual([]);
});

test('from 2.8 on nothing is said', () => {
	const late = loadIn({ hasTriggerLikeNode: true });
	expect(late.earlyAnswerHints).toEqual([]);
	expect(listWarnings(late, 'activate')).toEqual([]);
});
