import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createHost } from './host/host.mts';

test('an AI agent can use the action node as a tool', () => {
	const { usableAsTool, inputs, outputs } = new VoiceAgent().description;
	// n8n makes a tool only of a node that says so, and puts the tool's output in place of these.
	expect({ usableAsTool, inputs, outputs }).toEqual({
		usableAsTool: true,
		inputs: ['main'],
		outputs: ['main'],
	});
});

/** The hints that n8n shows beside the trigger's output, by how they begin. */
function listHints(parameters: INodeParameters): string[] {
	const { workflow, node } = createHost({ type: 'voiceAgentTrigger', parameters });
	const { hints = [] } = new VoiceAgentTrigger().description;
	return hints
		.filter(({ displayCondition = '' }) => {
			const shown = workflow.expression.getSimpleParameterValue(
				node,
				displayCondition,
				'manual',
				{},
			);
			return shown === true;
		})
		.map(({ message, type, location, whenToDisplay }) => {
			expect([location, whenToDisplay]).toEqual(['outputPane', 'always']);
			return `${type}: ${message.slice(0, 20)}`;
		});
}

const requiredIsRecommended = 'info: Report refuses no de';
const tokensAreIgnored = 'warning: Tokens are not looke';
const anyAccountMaySend = 'info: Required only proves';
const filtersAreSet = 'info: Filters are set: a c';
const eventsAreNotRegistered = 'info: Events under Options';
const secretIsSaved = 'warning: session_token is a s';

test.each<[string, INodeParameters, string[]]>([
	['by default', {}, [requiredIsRecommended]],
	['with Report', { verifyDeliveries: 'report' }, [requiredIsRecommended]],
	['with Off', { verifyDeliveries: 'off' }, [tokensAreIgnored]],
	['with Required', { verifyDeliveries: 'required' }, [anyAccountMaySend]],
	[
		'with the session token',
		{ options: { includeSessionToken: true } },
		[requiredIsRecommended, secretIsSaved],
	],
	[
		'without the session token',
		{ options: { includeSessionToken: false } },
		[requiredIsRecommended],
	],
	['with a filter', { filters: { agents: 'Sales' } }, [filtersAreSet, requiredIsRecommended]],
	[
		'with a filter on events',
		{ options: { events: 'SessionStarted' } },
		[requiredIsRecommended, eventsAreNotRegistered],
	],
	[
		'with other events',
		{
			triggerOn: 'otherEvents',
			eventNames: 'SessionStarted',
			options: { events: 'SessionStarted' },
		},
		[requiredIsRecommended],
	],
	[
		'with Off and the session token',
		{ verifyDeliveries: 'off', options: { includeSessionToken: true } },
		[tokensAreIgnored, secretIsSaved],
	],
])('the trigger warns where an option can do harm: %s', (_, parameters, expected) => {
	expect(listHints(parameters)).toEqual(expected);
});

test.each<[string, INodeParameters, unknown[]]>([
	['one output by default', {}, ['main']],
	['one output', { options: { emitHeldBack: false } }, ['main']],
	[
		'a second output, which is never the first, on demand',
		{ options: { emitHeldBack: true } },
		[
			{ type: 'main', displayName: 'Conversation' },
			{ type: 'main', displayName: 'Held Back' },
		],
	],
])('the trigger has %s', (_, parameters, expected) => {
	const { workflow, node } = createHost({ type: 'voiceAgentTrigger', parameters });
	const { description } = new VoiceAgentTrigger();
	expect(NodeHelpers.getNodeOutputs(workflow, node, description)).toEqual(expected);
});
