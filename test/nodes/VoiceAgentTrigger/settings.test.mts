import type { INodeParameters } from 'n8n-workflow';
import {
	readDeliverySettings,
	readKeepConnected,
	readRegistrationSettings,
	readTriesToDelete,
} from '../../../nodes/VoiceAgentTrigger/settings.ts';
import { filterParameters } from '../../../nodes/VoiceAgentTrigger/filters.ts';
import { createHost } from '../../support/in-process/host.mts';

function read(parameters: object) {
	// What n8n stored may be of any type.
	const stored = parameters as INodeParameters;
	const context = createHost({ type: 'voiceAgentTrigger', parameters: stored }).hook();
	return {
		...readDeliverySettings(context),
		keepConnected: readKeepConnected(context),
		registration: { ...readRegistrationSettings(context), isDeleted: readTriesToDelete(context) },
	};
}

/** An object that holds a value at a path: `filters.agents`. */
const at = (path: string, value: unknown): object =>
	Object(path.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value));

test('by default a verdict is reported, nothing is filtered, and the sign-in is kept', () => {
	expect(read({})).toMatchObject({
		verification: { mode: 'reportOnly', signatureHeader: undefined },
		events: ['ConversationComplete'],
		filters: { agents: [], agentTests: 'all', minimumDurationSeconds: 0, withRecording: false },
		output: { output: 'conversation', options: { fields: undefined, personalData: 'keep' } },
		...{ ignoreDuplicates: 'sameContent', keepConnected: true, outputsDiscarded: false },
		registration: { isManual: false, usePrivateWebhookUrl: false, isDeleted: false, revision: 1 },
	});
});

test.each([
	{ filters: {}, options: {} },
	{ filters: { planets: 'Mars' }, options: { planets: 'Mars' } },
	// n8n drops a collection that is an expression before the node sees it.
	{ filters: '={{ { agents: "a" } }}', options: '={{ { outputDiscarded: true } }}' },
	{ filters: { outcomes: { outcome: {} } }, options: { fields: { choice: {} } } },
])('what was not added changes nothing: %j', (parameters) => {
	expect(read(parameters)).toStrictEqual(read({}));
});

test('filters as n8n adds them discard nothing but agent tests and calls without a recording', () => {
	const declared = (filterParameters.options ?? []).flatMap((filter): [string, unknown][] =>
		'default' in filter ? [[filter.name, filter.default]] : [],
	);
	const filters = { ...read({}).filters, agentTests: 'without', withRecording: true };
	expect(read({ filters: Object.fromEntries(declared) })).toMatchObject({ filters });
});

type Row = [place: string, value: unknown, readPlace: string, read: unknown];
const names = { names: ['failed'], own: ' booked , ,callback' };
const parameter = [
	{ name: ' ref ', value: '={{ 42 }}' },
	{ name: 'utm' },
	{ name: ' ', value: 'x' },
];
// n8n leaves out what is as by default inside a fixed collection.
const rule = [{ value: ' book ', outcome: 'booked' }, { value: 'x' }];
const rules = [{ when: 'toolCalled', value: 'book', outcome: 'booked' }, { value: 'x' }];

test.each<Row>([
	['verifyDeliveries', null, 'verification.mode', 'require'],
	['verifyDeliveries', '', 'verification.mode', 'require'],
	['filters.agents', ' a, b ,,c', 'filters.agents', ['a', 'b', 'c']],
	['filters.agents', ['a, b', ' c ', ''], 'filters.agents', ['a, b', 'c']],
	['filters.agents', ['={{ "a" }}', 5], 'filters.agents', ['a', '5']],
	['filters.agents', ' , ', 'filters.agents', []],
	['filters.minimumDuration', ' 30.5 ', 'filters.minimumDurationSeconds', 30.5],
	['filters.outcomes.outcome', names, 'filters.outcomes', ['failed', 'booked', 'callback']],
	['filters.urlParameters', { parameter }, 'filters.urlParameters', { ref: '42', utm: '' }],
	['eventNames', 'A', 'events', ['ConversationComplete']],
	['options.registerAgain', '', 'registration.revision', 1],
	['options.registrationBody', ' ', 'registration.body', undefined],
	['options.defaultCountry', ' de ', 'output.options.defaultCountry', 'DE'],
	['outcomeRules', { rule }, 'output.options.outcomeRules', rules],
	['outcomeRules', { rule: [{}] }, 'output.options.outcomeRules', [{ when: 'toolCalled' }]],
])('%s %j is read as %s %j', (place, value, readPlace, expected) => {
	expect(read(at(place, value))).toMatchObject(at(readPlace, expected));
});

test.each([
	['B, A', ['A', 'B']],
	[' Started , started,,', ['Started']],
	[' ', []],
])('the other events %j are %j', (eventNames, events) => {
	expect(read({ triggerOn: 'otherEvents', eventNames })).toMatchObject({ events });
});

test('with manual registration nothing is deleted', () => {
	const options = { registration: 'manual', onUnpublish: 'tryToDelete' };
	expect(read({ options })).toMatchObject({ registration: { isManual: true, isDeleted: false } });
});

test.each([
	[{ flatNames: ['id', ' status '] }, { mode: 'selected', names: ['id', 'status'] }],
	[
		{ mode: 'except', flatNames: '={{ "id" }}' },
		{ mode: 'except', names: ['id'] },
	],
	[{ mode: 'all', flatNames: ['id'] }, undefined],
	[{ mode: 'selected', turnsNames: ['id'] }, undefined],
	[{ mode: 'except', flatNames: [] }, undefined],
])('the choice of fields %j is read as %j', (choice, fields) => {
	const parameters = { output: 'flat', options: { fields: { choice } } };
	expect(read(parameters)).toMatchObject({ output: { output: 'flat', options: { fields } } });
});
