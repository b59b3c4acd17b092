import * as z from 'zod/v4';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { readExampleTexts } from '../../../scripts/check-names.mts';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { resources } from '../../../nodes/VoiceAgent/operations.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createHost } from '../../support/in-process/host.mts';

const action = new VoiceAgent().description;
const trigger = new VoiceAgentTrigger().description;

/** Tells what the editor shows of a node with these parameters. */
function createIsShown(type: 'voiceAgent' | 'voiceAgentTrigger', parameters: INodeParameters) {
	const { node } = createHost({ type, parameters });
	const description = type === 'voiceAgent' ? action : trigger;
	return (part: Parameters<typeof NodeHelpers.displayParameter>[1]) =>
		NodeHelpers.displayParameter(node.parameters, part, node, description);
}

/** What n8n makes of an expression of a description, for a node with these parameters. */
function evaluate(
	type: 'voiceAgent' | 'voiceAgentTrigger',
	parameters: INodeParameters,
	expression = '',
) {
	const { workflow, node } = createHost({ type, parameters });
	return workflow.expression.getSimpleParameterValue(node, expression, 'manual', {});
}

const hint = { type: 'warning', location: 'outputPane', whenToDisplay: 'always' };

test.each<[string, INodeParameters, object[]]>([
	['by default', {}, []],
	['with Report Only', { verifyDeliveries: 'reportOnly' }, []],
	[
		'with Off',
		{ verifyDeliveries: 'off' },
		[{ ...hint, message: expect.stringContaining('Tokens are not checked') }],
	],
	['with Require', { verifyDeliveries: 'require' }, []],
	['with a filter', { filters: { agents: 'Sales' } }, []],
])('the trigger warns where an option can do harm: %s', (_, parameters, expected) => {
	const shown = (trigger.hints ?? []).filter(
		({ displayCondition }) => evaluate('voiceAgentTrigger', parameters, displayCondition) === true,
	);
	expect(shown).toMatchObject(expected);
});

test('no hint and no mode of Verify Deliveries names a field that some outputs lack', () => {
	const { hints = [], properties } = trigger;
	const [verification] = properties.filter(({ name }) => name === 'verifyDeliveries');
	const texts = [
		...hints.map(({ message }) => message),
		...(verification?.options ?? []).map((mode) => String(Reflect.get(mode, 'description'))),
	];
	expect(texts.length).toBeGreaterThan(3);
	expect(texts.filter((text) => /\bdelivery\.\w|\bfield delivery\b/.test(text))).toEqual([]);
});

test.each<[string, INodeParameters]>([
	['Conversation', {}],
	['Simplified', { output: 'simplified', filters: {} }],
	['Flat, filtered', { output: 'flat', filters: { agents: 'Sales' } }],
])('the subtitle of the trigger is in words: %s', (expected, parameters) => {
	expect(evaluate('voiceAgentTrigger', parameters, trigger.subtitle)).toBe(expected);
});

const operations = Object.entries(resources).flatMap(([resource, ofResource]) =>
	Object.entries(ofResource.operations).map(([operation, { action: inWords }]) => {
		return { resource, operation, inWords };
	}),
);

test.each(operations)('the subtitle of the action node: $inWords', ({ inWords, ...parameters }) => {
	expect(evaluate('voiceAgent', parameters, action.subtitle)).toBe(inWords);
});

test('each action says what it acts on, without an article', () => {
	const actions = operations.map(({ inWords }) => inWords);
	expect(actions).toContain('Verify token');
	expect(actions.filter((text) => !/^[A-Z]\w+ (?!.*\b(?:a|an|the)\b)\w/.test(text))).toEqual([]);
});

/** Every text object of a description, with what it lies in. */
function listParts(value: unknown): Record<string, unknown>[] {
	if (typeof value !== 'object' || value === null) return [];
	const parts = Object.values(value).flatMap(listParts);
	return Array.isArray(value) ? parts : [{ ...value }, ...parts];
}

const parts = [
	action,
	trigger,
	new VoiceAgentOAuth2Api().properties,
	new VoiceAgentTokenApi().properties,
].flatMap(listParts);

const listTexts = (name: string) =>
	parts.flatMap(({ [name]: text }) => (typeof text === 'string' && text !== '' ? [text] : []));

test('texts follow the guidelines of n8n', () => {
	expect(listTexts('placeholder').filter((text) => !/^(?:e\.g\. |Add )/.test(text))).toEqual([]);
	// One sentence has no full stop; more than one have.
	const misplaced = listTexts('description').filter(
		(text) => text.endsWith('.') !== /[.:?] (?:[A-Z0-9]|n8n)/.test(text.slice(0, -1)),
	);
	expect(misplaced).toEqual([]);
	const switches = parts.filter(({ type }) => type === 'boolean');
	expect(switches.filter(({ description }) => !/^Whether /.test(String(description)))).toEqual([]);
});

test('the editor shows the description of every choice, and every placeholder, whole', () => {
	const choices = parts.filter((part) => 'value' in part && 'description' in part);
	expect(choices.length).toBeGreaterThan(80);
	// In its lists n8n cuts them off after two lines, that is after about 110 characters.
	expect(choices.filter(({ description }) => String(description).length > 105)).toEqual([]);
	// A field of the panel shows about 45 characters, the form of a credential more.
	const placeholders = listParts([action, trigger]).map(({ placeholder }) => String(placeholder));
	expect(placeholders.filter((text) => text.length > 43)).toEqual([]);
});

test.each([
	[undefined, ['main']],
	[false, ['main']],
	// The second output is never the first.
	[true, ['main', 'main']],
])(
	'with Output Discarded Deliveries %j the trigger has the outputs %j',
	(outputDiscarded, expected) => {
		const parameters = { options: outputDiscarded === undefined ? {} : { outputDiscarded } };
		const { workflow, node } = createHost({ type: 'voiceAgentTrigger', parameters });
		expect(NodeHelpers.getNodeOutputs(workflow, node, trigger)).toEqual(expected);
		expect(trigger.outputNames).toEqual(['Accepted', 'Discarded']);
	},
);

/** The trigger's parameters that the editor shows. */
const listShown = (parameters: INodeParameters): INodeProperties[] =>
	trigger.properties.filter(createIsShown('voiceAgentTrigger', parameters));

const manual = { options: { registration: 'manual' } };
const otherEvents = { triggerOn: 'otherEvents', eventNames: 'SessionStarted' };

test.each<[string, INodeParameters, string[]]>([
	['nothing by default', {}, []],
	['the webhook to add, with manual registration', manual, ['manualNotice']],
	['the second webhook, with other events', otherEvents, ['eventsNotice']],
	[
		'the second webhook, if Automatic was added as an option',
		{ ...otherEvents, options: { registration: 'automatic' } },
		['eventsNotice'],
	],
	['no second webhook with manual registration', { ...otherEvents, ...manual }, ['manualNotice']],
])("the trigger's notices say %s", (_, parameters, names) => {
	const notices = listShown(parameters).filter(({ type }) => type === 'notice');
	expect(notices.map(({ name }) => name)).toEqual(names);
});

test('the trigger shows these parameters at first', () => {
	const shown = listShown({ authentication: 'oAuth2' }).map(({ displayName }) => displayName);
	const without = listShown({ options: { withoutCredential: true } });
	expect(without.map(({ displayName }) => displayName)).toEqual(shown.slice(1));
	const ours = ['Trigger On', 'Output', 'Verify Deliveries', 'Filters', 'Outcome Rules', 'Options'];
	expect(shown).toEqual(['Authentication', ...ours]);
});

// Which ones is in docs/nodes/voice-agent-trigger.md, and that there are twelve filters at most is in
// test/unit/delivery/filters.
test('the trigger has nineteen options at most', () => {
	const options = trigger.properties.find(({ name }) => name === 'options');
	expect(options?.options?.length).toBeLessThanOrEqual(19);
});

test('each event has an action, and the list has no tooltip', () => {
	const triggerOn = trigger.properties.find(({ name }) => name === 'triggerOn');
	expect(triggerOn).not.toHaveProperty('description');
	expect(triggerOn?.options).toMatchObject([
		{ action: 'On conversation complete' },
		{ action: 'On other events' },
	]);
});

const shows =
	'$resource → $operation shows the credential that is selected, if the operation uses it';

test.each(operations)(shows, ({ resource, operation }) => {
	for (const [authentication, name] of [
		['oAuth2', 'voiceAgentOAuth2Api'],
		['accessToken', 'voiceAgentTokenApi'],
	] as const) {
		const isShown = createIsShown('voiceAgent', { resource, operation, authentication });
		const shown = [...(action.credentials ?? []), ...action.properties]
			.filter((part) => part.name.startsWith('voiceAgent') || part.name === 'authentication')
			.filter(isShown);
		const expected = resource === 'conversation' ? [] : [name, 'authentication'];
		expect(shown.map((part) => part.name)).toEqual(expected);
	}
});

const step = z.object({
	name: z.string(),
	type: z.string(),
	parameters: z.record(z.string(), z.any()),
});
const workflow = z.object({ nodes: z.array(step) });
const ours = /^n8n-nodes-voice-agent\.(voiceAgent|voiceAgentTrigger)$/;

const steps = Object.entries(readExampleTexts()).flatMap(([example, text]) =>
	workflow.parse(JSON.parse(text)).nodes.flatMap(({ name, type, parameters }) => {
		const own = z.enum(['voiceAgent', 'voiceAgentTrigger']).safeParse(ours.exec(type)?.[1]);
		return own.success ? [{ example, name, type: own.data, parameters }] : [];
	}),
);

/** Paths such as ".options.fields" that n8n drops: no node declares them, or the editor hides them there. */
function listDropped(set: unknown, kept: unknown, path = ''): string[] {
	if (kept === undefined) return [path];
	if (typeof set !== 'object' || set === null) return [];
	return Object.entries(set).flatMap(([name, value]) =>
		listDropped(value, Object(kept)[name], `${path}.${name}`),
	);
}

test.each(steps)('$example sets only what $name has', ({ type, parameters }) => {
	expect(listDropped(parameters, createHost({ type, parameters }).node.parameters)).toEqual([]);
});

test('a parameter that the node does not have is seen', () => {
	const [first] = steps;
	const parameters = { ...first?.parameters, options: { gone: true } };
	const { node } = createHost({ type: first?.type ?? 'voiceAgent', parameters });
	expect(listDropped(parameters, node.parameters)).toEqual(['.options.gone']);
});

test.each([action, trigger])(
	'$displayName lists options as n8n does: by name',
	({ properties }) => {
		const lists = properties.flatMap(({ type, options = [] }) =>
			type === 'collection'
				? [options.map((option) => ('displayName' in option ? option.displayName : ''))]
				: [],
		);
		expect(lists.length).toBeGreaterThan(1);
		for (const names of lists) {
			expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
		}
	},
);
