import type { INodeParameters } from 'n8n-workflow';
import type { Effect } from './scenes.mts';

export const rule = (beside: INodeParameters): Effect['beside'] => ({
	outcomeRules: { rule: [beside] },
});

export const rules = rule({ value: 'book_appointment', outcome: 'booked' });

export const pair = { value: 'book_appointment', outcome: 'booked', field: 'booked', is: 'no' };

const id = ['id'];

const onlyOne = { id: '{"json":{"id":"call-1"}', outcome: '{"json":{"outcome":"completed"}' };

/** Also of Create Sample and, but for Source, of the trigger. */
export const parse: Record<string, Effect> = {
	output: {},
	'outcomeRules.rule.0.when': {
		gives: {
			customerSaid: '"id":"3","agent_title":null,"status":null,"outcome":"own"',
			errorContains: '"id":null,"agent_title":null,"status":null,"outcome":"own"',
			statusIs: '"status":"busy","outcome":"own"',
			toolAnswered: '"id":"4","agent_title":null,"status":null,"outcome":"no_answer"',
		},
		items: [
			{ agent_id: '1', error_message: 'busy' },
			{ agent_id: '2', status: 'busy' },
			{ id: '3', history: [{ role: 'User', content: 'busy' }] },
			{ id: '4', history: [{ role: 'Assistant', tool_name: 'busy', tool_call_id: '1' }] },
			{
				id: '5',
				history: [
					{ role: 'Assistant', tool_name: 'busy', tool_call_id: '1' },
					{ role: 'Tool', tool_call_id: '1', tool_output: 'yes' },
				],
			},
		],
		beside: rule({ value: 'busy', outcome: 'own' }),
	},
	'outcomeRules.rule.0.value': {
		gives: '"outcome":"own"',
		values: ['book_appointment'],
		beside: rule({ outcome: 'own' }),
	},
	'outcomeRules.rule.0.field': {
		gives: '"outcome":"booked"',
		values: ['day'],
		beside: rule({ ...pair, is: 'Monday' }),
	},
	'outcomeRules.rule.0.is': { gives: '"outcome":"booked"', values: ['true'], beside: rule(pair) },
	'outcomeRules.rule.0.outcome': {
		gives: '"outcome":"booked"',
		values: ['booked'],
		beside: rule({ value: 'book_appointment' }),
	},
	'options.customerNumber': {
		gives: {
			from: '"customer_number":"030 12345678","called_by_name":"Ada Lovelace"',
			to: '"customer_number":"+1 415"',
		},
	},
	'options.defaultCountry': {
		gives: {
			DE: '"customer_number":"+493012345678"',
			GB: '"customer_number":"+442079460018"',
		},
		values: ['DE', 'GB'],
	},
	'options.direction': {
		gives: {
			inbound: '"direction":"inbound"',
			outbound: '"customer_number":"+1 415"',
		},
	},
	'options.fields.choice.mode': {
		gives: {
			all: '"id":"call-1","agent_title":"Reception"',
			except: '{"json":{"agent_title":"Reception"',
		},
		beside: {
			options: {
				fields: { choice: { conversationNames: id, simplifiedNames: id, flatNames: id } },
			},
		},
	},
	'options.fields.choice.conversationNames': { gives: onlyOne, values: ['id', 'outcome'] },
	'options.fields.choice.simplifiedNames': { gives: onlyOne, values: ['id', 'outcome'] },
	'options.fields.choice.flatNames': { gives: onlyOne, values: ['id', 'outcome'] },
	'options.leaveOutSystemTurns': { gives: '"history":[{"role":"Assistant"' },
	'options.ownNumbers': { gives: '"direction":"inbound"', values: ['+49 30 9876543'] },
	'options.personalData': {
		gives: {
			leaveOut: '"tools_used":["book_appointment"],"customer_number":null',
			maskNumbers: '"from_number":"*** ******78"',
		},
	},
	'options.speakers.roles.otherSideRoles': {
		gives: '"id":"call-8","agent_title":null,"status":null,"outcome":"completed"',
		values: ['Partner'],
	},
	'options.speakers.roles.agentRoles': {
		gives: '"id":"call-8","agent_title":null,"status":null,"outcome":"no_answer"',
		values: ['Partner'],
	},
	'options.speakers.roles.systemRoles': { gives: '"system":2', values: ['Host'] },
};

/** The sample has roles, numbers and tools of its own. */
export const createSample = Object.fromEntries(
	Object.entries<Effect>({
		shape: {},
		'outcomeRules.rule.0.when': {
			gives: '"outcome":"completed"',
			values: ['statusIs'],
			beside: rules,
		},
		'outcomeRules.rule.0.field': {
			gives: '"outcome":"completed"',
			values: ['slot'],
			beside: rule({ ...pair, is: '*' }),
		},
		'options.defaultCountry': {
			gives: '"customer_number":"+14155550110"',
			values: ['US'],
			beside: { options: { ownNumbers: '(415) 555-0187' } },
		},
		'options.ownNumbers': { gives: '"direction":"inbound"', values: ['+14155550187'] },
		'options.speakers.roles.otherSideRoles': { gives: '"user":5', values: ['System'] },
		'options.speakers.roles.agentRoles': { gives: '"outcome":"no_answer"', values: ['User'] },
		'options.speakers.roles.systemRoles': { gives: '"system":8', values: ['Assistant'] },
	}).map(([path, effect]) => [path, { ...effect, items: [{}] }]),
);
