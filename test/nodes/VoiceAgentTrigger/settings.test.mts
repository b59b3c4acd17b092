import type { INodeParameters } from 'n8n-workflow';
import {
	readDeliverySettings,
	readKeepConnected,
	readRegistrationSettings,
	readTriesToDelete,
} from '../../../nodes/VoiceAgentTrigger/settings.ts';
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
			fields: undefined,
			leaveOutSystemTurns: false,
			direction: undefined,
			customerNumber: undefined,
			defaultCountry: undefined,
			outcomeRules: [],
			personalData: 'keep',
		},
	},
	ignoreDuplicates: 'sameContent',
	keepConnected: true,
	outputsDiscarded: false,
	registration: {
		isManual: false,
		usePrivateWebhookUrl: false,
		isDeleted: false,
		revision: 1,
		events: ['ConversationComplete'],
		body: undefined,
	},
};

test.each([
	{},
	{ filters: {}, options: {} },
	{ filters: { planets: 'Mars' }, options: { planets: 'Mars' } },
	// n8n drops a collection that is an expression before the node sees it.
	{ filters: '={{ { agents: "a" } }}', options: '={{ { outputDiscarded: true } }}' },
	{ filters: { outcomes: { outcome: {} } }, options: { fields: { choice: {} } } },
])('what was not added changes nothing: %j', (parameters) => {
	expect(read(parameters)).toStrictEqual(defaults);
});

test.each<[object, object]>([
	[{ verifyDeliveries: null }, { verification: { mode: 'require' } }],
	[{ verifyDeliveries: '' }, { verification: { mode: 'require' } }],
	[
		{ options: { signatureHeader: ' X-Signature ' } },
		{ verification: { signatureHeader: 'X-Signature' } },
	],
	[{ filters: { agents: ' a, b ,,c' } }, { filters: { agents: ['a', 'b', 'c'] } }],
	[{ filters: { agents: ['a, b', ' c ', ''] } }, { filters: { agents: ['a, b', 'c'] } }],
	[{ filters: { agents: ['={{ "a" }}', 5] } }, { filters: { agents: ['a', '5'] } }],
	[{ filters: { agents: ' , ' } }, { filters: { agents: [] } }],
	[{ filters: { minimumDuration: ' 30.5 ' } }, { filters: { minimumDurationSeconds: 30.5 } }],
	[
		{ filters: { outcomes: { outcome: { names: ['failed'], own: ' booked , ,callback' } } } },
		{ filters: { outcomes: ['failed', 'booked', 'callback'] } },
	],
	[
		{
			filters: {
				urlParameters: {
					parameter: [
						{ name: ' ref ', value: '={{ 42 }}' },
						{ name: 'utm' },
						{ name: ' ', value: 'x' },
					],
				},
			},
		},
		{ filters: { urlParameters: { ref: '42', utm: '' } } },
	],
	[{ triggerOn: 'otherEvents', eventNames: 'B, A' }, { events: ['A', 'B'] }],
	[{ triggerOn: 'otherEvents', eventNames: ' Started , started,,' }, { events: ['Started'] }],
	[{ triggerOn: 'otherEvents', eventNames: ' ' }, { events: [] }],
	[{ eventNames: 'A' }, { events: ['ConversationComplete'] }],
	[
		{ options: { registration: 'manual', onUnpublish: 'tryToDelete' } },
		{ registration: { isManual: true, isDeleted: false } },
	],
	[{ options: { onUnpublish: 'tryToDelete' } }, { registration: { isDeleted: true } }],
	[{ options: { registerAgain: '3' } }, { registration: { revision: 3 } }],
	[{ options: { registerAgain: '' } }, { registration: { revision: 1 } }],
	[{ options: { registrationBody: '{"a":1}' } }, { registration: { body: '{"a":1}' } }],
	[{ options: { keepConnected: false } }, { keepConnected: false }],
	[
		{ options: { direction: 'auto', customerNumber: 'to', defaultCountry: ' de ' } },
		{ output: { options: { direction: undefined, customerNumber: 'to', defaultCountry: 'DE' } } },
	],
	[
		// n8n leaves out what is as by default inside a fixed collection.
		{
			options: { outcomeRules: { rule: [{ value: ' book ', outcome: 'booked' }, { value: 'x' }] } },
		},
		{
			output: {
				options: { outcomeRules: [{ when: 'toolCalled', value: 'book', outcome: 'booked' }] },
			},
		},
	],
	...[
		[{ flatNames: ['id', ' status '] }, { mode: 'selected', names: ['id', 'status'] }],
		[
			{ mode: 'except', flatNames: '={{ "id, status" }}' },
			{ mode: 'except', names: ['id', 'status'] },
		],
		[{ mode: 'all', flatNames: ['id'] }, undefined],
		[{ mode: 'selected', turnsNames: ['id'] }, undefined],
		[{ mode: 'except', flatNames: [] }, undefined],
	].map(([choice, fields]): [object, object] => [
		{ output: 'flat', options: { fields: { choice } } },
		{ output: { output: 'flat', options: { fields } } },
	]),
])('%j is read as %j', (parameters, expected) => {
	expect(read(parameters)).toMatchObject(expected);
});
