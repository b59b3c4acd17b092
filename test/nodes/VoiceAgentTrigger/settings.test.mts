import { readSettings } from '../../../nodes/VoiceAgentTrigger/settings.ts';

/** What n8n hands over for a trigger whose parameters nobody touched. */
const untouched = {
	triggerOn: 'conversationComplete',
	eventNames: '',
	verifyDeliveries: 'reportOnly',
	output: 'conversation',
	filters: {},
	options: {},
};

type TriggerParameters = Partial<Record<keyof typeof untouched, unknown>>;

function read(parameters: TriggerParameters) {
	const handedOver = new Map<string, unknown>(Object.entries({ ...untouched, ...parameters }));
	return readSettings({ getNodeParameter: (name) => handedOver.get(name) });
}

const defaults = {
	verification: { mode: 'reportOnly', signatureHeader: undefined },
	events: ['ConversationComplete'],
	filters: {
		agents: [],
		campaigns: [],
		statuses: [],
		languages: [],
		fromNumbers: [],
		toNumbers: [],
		minimumDurationSeconds: 0,
		agentTests: 'all',
		urlParameters: {},
		outcomes: [],
		toolsUsed: [],
		withRecording: false,
	},
	output: {
		output: 'conversation',
		options: {
			leaveOutSystemTurns: false,
			outcomeRules: [],
			personalData: 'keep',
		},
	},
	ignoreDuplicates: 'sameContent',
	keepConnected: true,
	outputsDiscarded: false,
	registration: {
		isManual: false,
		allowPrivateWebhookUrl: false,
		triesToDelete: false,
		revision: 1,
		events: ['ConversationComplete'],
		body: undefined,
	},
};

test('a trigger that nobody touched has the defaults', () => {
	expect(read({})).toEqual(defaults);
});

test.each([undefined, null, '', 'text', 5, false])(
	'collections that are %j count as empty',
	(value) => {
		expect(read({ filters: value, options: value })).toEqual(defaults);
	},
);

test('fields that no version of the node has do not matter', () => {
	expect(read({ filters: { planets: 'Mars' }, options: { planets: 'Mars' } })).toEqual(defaults);
});

test.each([
	['reportOnly', 'reportOnly'],
	['require', 'require'],
	['off', 'off'],
	['Off', 'require'],
	['', 'require'],
	[undefined, 'require'],
	[null, 'require'],
	[false, 'require'],
	[['off'], 'require'],
])('verification that is %j counts as %s', (verifyDeliveries, mode) => {
	expect(read({ verifyDeliveries }).verification.mode).toBe(mode);
});

test.each<[unknown, string[]]>([
	[undefined, []],
	[null, []],
	['', []],
	[' , ', []],
	['a, b ,,c', ['a', 'b', 'c']],
	[
		['a, b', ' c '],
		['a, b', 'c'],
	],
	[
		[49, null, ''],
		['49', 'null'],
	],
	[0, ['0']],
	[{}, ['[object Object]']],
])('a list that is %j holds %j', (value, values) => {
	expect(read({ filters: { agents: value } }).filters.agents).toEqual(values);
});

test.each<[unknown, number]>([
	[null, 0],
	['', 0],
	[' 30 ', 30],
	[30.5, 30.5],
	[-5, -5],
	['soon', 0],
	[Infinity, 0],
	[[30], 30],
	[true, 1],
])('a duration that is %j counts as %d seconds', (value, seconds) => {
	const { filters } = read({ filters: { minimumDuration: value } });
	expect(filters.minimumDurationSeconds).toBe(seconds);
});

test.each([
	['only', 'only'],
	['without', 'without'],
	['Only', 'all'],
])('agent tests that are %j count as %s', (value, agentTests) => {
	expect(read({ filters: { agentTests: value } }).filters.agentTests).toBe(agentTests);
});

test.each([
	[true, true],
	[false, false],
	['true', false],
	[1, false],
	[null, false],
])('a switch that is %j counts as %j', (value, isOn) => {
	const { filters } = read({ filters: { withRecording: value } });
	const { output, registration } = read({
		options: {
			allowPrivateWebhookUrl: value,
			leaveOutSystemTurns: value,
		},
	});
	const switches = [
		filters.withRecording,
		registration.allowPrivateWebhookUrl,
		output.options.leaveOutSystemTurns,
	];
	expect(switches).toEqual(switches.map(() => isOn));
});

test.each([
	['booked', []],
	[{ rule: 'booked' }, []],
	[{ rule: [{ value: 'book' }] }, []],
	[{ rule: [{ value: ' ', outcome: 'booked' }] }, []],
	[{ rule: [{ when: 'always', value: 'book', outcome: 'booked' }] }, []],
	[
		{ rule: [{ value: ' book ', outcome: 'booked' }] },
		[{ when: 'toolCalled', value: 'book', outcome: 'booked' }],
	],
	[
		{ rule: { when: 'statusIs', value: 7, outcome: 'seven' } },
		[{ when: 'statusIs', value: '7', outcome: 'seven' }],
	],
])('the outcome rules %j are %j', (outcomeRules, rules) => {
	expect(read({ options: { outcomeRules } }).output.options.outcomeRules).toEqual(rules);
});

test.each([
	['failed', []],
	[{ outcome: {} }, []],
	[{ outcome: { names: ['failed', 'unknown'] } }, ['failed', 'unknown']],
	[{ outcome: { names: 'failed', own: ' booked , ,callback' } }, ['failed', 'booked', 'callback']],
	[{ outcome: { own: ['booked'] } }, ['booked']],
])('the outcomes %j are %j', (outcomes, list) => {
	expect(read({ filters: { outcomes } }).filters.outcomes).toEqual(list);
});

test.each<[unknown, string]>([
	[null, 'sameContent'],
	['sameconversation', 'sameContent'],
	['sameConversation', 'sameConversation'],
	['off', 'off'],
])('ignoring duplicates, saved as %j, is %s', (ignoreDuplicates, rule) => {
	expect(read({ options: { ignoreDuplicates } }).ignoreDuplicates).toBe(rule);
});

test.each<[unknown, string | undefined]>([
	[' X-Signature ', 'X-Signature'],
	[' ', undefined],
	[5, undefined],
])('a signature header that is %j counts as %j', (signatureHeader, header) => {
	expect(read({ options: { signatureHeader } }).verification.signatureHeader).toBe(header);
});

test.each<[TriggerParameters, string[]]>([
	[{ triggerOn: 'otherEvents', eventNames: 'B, A' }, ['A', 'B']],
	[{ triggerOn: 'otherEvents', eventNames: ['b', 'a'] }, ['a', 'b']],
	[{ triggerOn: 'otherEvents', eventNames: ' Started , started,,' }, ['Started']],
	[{ triggerOn: 'otherEvents', eventNames: ' ' }, []],
	[{ triggerOn: 'otherEvents', eventNames: undefined }, []],
	[{ eventNames: 'A' }, ['ConversationComplete']],
	[{ triggerOn: undefined }, ['ConversationComplete']],
	[{ triggerOn: 'other' }, ['ConversationComplete']],
])('%j registers %j and lets them through', (parameters, names) => {
	const { events, registration } = read(parameters);
	expect([events, registration.events]).toEqual([names, names]);
});

test.each<[object, object]>([
	[{ registration: 'manual' }, { isManual: true }],
	[{ registration: 'Manual' }, { isManual: false }],
	[{ onUnpublish: 'tryToDelete' }, { triesToDelete: true }],
	[{ onUnpublish: 'keep' }, { triesToDelete: false }],
	[{ onUnpublish: true }, { triesToDelete: false }],
	[{ registerAgain: 3 }, { revision: 3 }],
	[{ registerAgain: '3' }, { revision: 3 }],
	[{ registerAgain: null }, { revision: 1 }],
	[{ registerAgain: 'x' }, { revision: NaN }],
	[{ registrationBody: '{"a":1}' }, { body: '{"a":1}' }],
])('%j gives the registration %j', (options, expected) => {
	expect(read({ options }).registration).toMatchObject(expected);
});

test.each<[unknown, string]>([
	['flat', 'flat'],
	['Flat', 'conversation'],
	[['flat'], 'conversation'],
])('an output that is %j counts as %s', (output, expected) => {
	expect(read({ output }).output.output).toBe(expected);
});

test.each<[unknown, object | undefined]>([
	[
		{ choice: { mode: 'selected', flatNames: ['id', 5, ' status '] } },
		{ mode: 'selected', names: ['id', 'status'] },
	],
	[
		{ choice: { mode: 'except', flatNames: 'id, status' } },
		{ mode: 'except', names: ['id', 'status'] },
	],
	[{ choice: { flatNames: ['id'] } }, { mode: 'selected', names: ['id'] }],
	[{ choice: { mode: 'all', flatNames: ['id'] } }, undefined],
	[{ choice: { mode: 'some', flatNames: ['id'] } }, undefined],
	[{ choice: { mode: 'selected', turnsNames: ['id'] } }, undefined],
	[{ choice: { mode: 'selected', flatNames: [] } }, undefined],
	[{ choice: { mode: 'selected', flatNames: 5 } }, undefined],
	[{ choice: null }, undefined],
	['id', undefined],
])('fields that are %j select %j', (fields, expected) => {
	expect(read({ output: 'flat', options: { fields } }).output.options.fields).toEqual(expected);
});

test.each([
	[true, true],
	[false, false],
])('keeping connected, saved as %j, counts as %j', (keepConnected, isOn) => {
	expect(read({ options: { keepConnected } }).keepConnected).toBe(isOn);
});

test.each([
	[{ direction: 'inbound', customerNumber: 'to' }, 'inbound', 'to'],
	[{ direction: 'outbound', customerNumber: 'from' }, 'outbound', 'from'],
	[{ direction: 'auto', customerNumber: 'auto' }, undefined, undefined],
	[{ direction: 5, customerNumber: null }, undefined, undefined],
])('%j states direction %j and number %j', (options, direction, customerNumber) => {
	const { output } = read({ options });
	expect([output.options.direction, output.options.customerNumber]).toEqual([
		direction,
		customerNumber,
	]);
});

test.each<[unknown, object]>([
	[{ parameter: [{ name: ' ref ', value: ' 42 ' }, { name: 'utm' }] }, { ref: '42', utm: '' }],
	[{ parameter: { name: 'ref', value: 42 } }, { ref: '42' }],
	[{ parameter: [{ name: ' ', value: 'x' }, null, 'text'] }, {}],
	['text', {}],
])('URL parameters of %j are %j', (urlParameters, expected) => {
	expect(read({ filters: { urlParameters } }).filters.urlParameters).toEqual(expected);
});
