import type { INodeProperties } from 'n8n-workflow';
import { OUTCOME_NAMES } from '../../core/conversation/outcome';
import { declareChoices, declareGroup, declareList, declareText } from '../shared/parameters';

/** Which conversations start the workflow. Most filters discard a record without the filtered field. */
export const filterParameters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Agent Tests',
			name: 'agentTests',
			type: 'options',
			options: [
				{ name: 'All', value: 'all' },
				{ name: 'Only', value: 'only' },
				{ name: 'Only Failed', value: 'onlyFailed' },
				{ name: 'Only Passed', value: 'onlyPassed' },
				{ name: 'Without', value: 'without' },
			],
			default: 'without',
			description: 'Whether conversations of agent tests start the workflow',
		},
		declareList('agents', 'Agents', 'Appointments, Support', 'Names or IDs of agents'),
		declareList('campaigns', 'Campaigns', 'Spring Reminder', 'Names or IDs of campaigns'),
		declareList('fromNumbers', 'From Numbers', '+49, +43', "Prefixes of the caller's number"),
		{
			...declareList('languages', 'Languages', 'en, de-AT', 'Language codes'),
			description: 'Language codes, separated by commas. The code en also matches en-US.',
		},
		{
			displayName: 'Minimum Duration',
			name: 'minimumDuration',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Shortest duration that starts the workflow, in seconds',
		},
		{
			displayName: 'Outcomes',
			name: 'outcomes',
			type: 'fixedCollection',
			default: { outcome: {} },
			description: 'Which outcomes start the workflow',
			options: declareGroup('Outcome', 'outcome', [
				{
					displayName: 'Names',
					name: 'names',
					type: 'multiOptions',
					options: declareChoices({
						completed: [OUTCOME_NAMES.completed, 'The other side spoke, and there is no error'],
						failed: [
							OUTCOME_NAMES.failed,
							'The room failed, or a call has an error message, unless it was silent or who spoke is not known',
						],
						no_answer: [OUTCOME_NAMES.no_answer, 'The other side said nothing: no_answer'],
						operator_invited: [
							OUTCOME_NAMES.operator_invited,
							'The agent asked for a human operator: operator_invited',
						],
						unknown: ['Unknown', 'The record does not tell'],
					}),
					default: [],
					description:
						'Outcomes that a record tells. In a failed call, or with an operator, somebody may have spoken.',
				},
				declareList('own', 'Your Own', 'booked, callback', 'Outcomes of Outcome Rules'),
			]),
		},
		declareList('statuses', 'Statuses', 'Completed', 'Status values as the service writes them'),
		declareList('toNumbers', 'To Numbers', '+49 30', 'Prefixes of the called number'),
		{
			...declareList('toolsUsed', 'Tools Used', 'book_appointment', 'Names of tools'),
			description: 'Names of tools, separated by commas. The agent must have called one of them.',
		},
		{
			displayName: 'URL Parameters',
			name: 'urlParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add parameter',
			default: {},
			description:
				'All of these URL parameters must match. n8n removes an entry that is still empty once you change another setting.',
			options: declareGroup('Parameter', 'parameter', [
				declareText(
					'name',
					'Name',
					'utm_source',
					'Name of the parameter. Upper and lower case matter.',
				),
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description:
						'Value of the parameter, in any letter case. Leave empty to accept any value.',
				},
			]),
		},
		{
			displayName: 'With Recording',
			name: 'withRecording',
			type: 'boolean',
			default: true,
			description: 'Whether only conversations with a recording start the workflow',
		},
	],
};
