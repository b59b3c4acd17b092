import { changeFields, changeNames, changeValues } from './rewrite.mts';
import type { Dialect, OpenChoice } from './ways.mts';

const moment = /^\d{4}-\d\d-\d\dT/;

const withTimes = (does: string, write: (time: Date) => unknown): Dialect => ({
	does,
	record: (record) =>
		changeValues(record, (value) =>
			typeof value === 'string' && moment.test(value) ? write(new Date(value)) : value,
		),
});

const idNames = /^(campaign|campaign_item|test|test_run)_id$/;

const upper = (_: string, letter: string) => letter.toUpperCase();

/** The caller's number of an inbound call, which is one without a campaign. */
const withholding = (does: string, number: string | null): Dialect => ({
	does,
	record: (record) =>
		record.campaign_id === null ? changeFields(record, ['from_number'], () => number) : record,
});

const writeNumbers = (does: string, write: (number: string) => string): Dialect => ({
	does,
	record: (record) =>
		changeFields(record, ['from_number', 'to_number'], (number) =>
			typeof number === 'string' ? write(number) : number,
		),
});

export const recordChoices: readonly OpenChoice[] = [
	{
		part: '2.4',
		asks: 'How a moment is written',
		dialects: {
			'times-offset': withTimes('Moments have an offset.', (time) =>
				new Date(time.getTime() + 7_200_000).toISOString().replace('Z', '+02:00'),
			),
			'times-seven-decimals': withTimes('Moments have seven decimals.', (time) =>
				time.toISOString().replace('Z', '0000Z'),
			),
			'times-seconds': withTimes(
				'Moments are seconds since 1970.',
				(time) => time.getTime() / 1000,
			),
			'times-milliseconds': withTimes('Moments are milliseconds since 1970.', (time) =>
				time.getTime(),
			),
			'times-year-1': {
				does: 'A moment that never came is 0001-01-01T00:00:00.',
				record: (record) =>
					changeValues(record, (value, name) =>
						value === null && name.endsWith('_at') ? '0001-01-01T00:00:00' : value,
					),
			},
		},
	},
	{
		part: '2.4',
		asks: 'How an id is written',
		dialects: {
			'ids-zeros': {
				does: 'An id of nothing is a UUID of zeros.',
				record: (record) =>
					changeValues(record, (value, name) =>
						value === null && idNames.test(name) ? '00000000-0000-0000-0000-000000000000' : value,
					),
			},
			'ids-capitals': {
				does: 'Ids are written in capitals.',
				record: (record) =>
					changeFields(record, ['id', 'session_id', 'agent_id'], (id) =>
						typeof id === 'string' ? id.toUpperCase() : id,
					),
			},
		},
	},
	{
		part: '2.10',
		asks: 'How a duration is written',
		dialects: {
			'duration-text': {
				does: 'A duration is a text.',
				record: (record) => changeFields(record, ['duration_seconds'], String),
			},
			'duration-missing': {
				does: 'There is no duration.',
				record: ({ duration_seconds: _, ...record }) => record,
			},
		},
	},
	{
		part: '2.10',
		asks: 'Whether a field without a value is sent',
		dialects: {
			'nulls-left-out': {
				does: 'What is null is left out.',
				record: (record) => changeValues(record, (value) => value ?? undefined),
			},
			'nulls-as-text': {
				does: 'A text that is missing is empty.',
				record: (record) =>
					changeFields(
						record,
						['error_message', 'campaign_name', 'telecom_provider'],
						(value) => value ?? '',
					),
			},
		},
	},
	{
		part: '2.10',
		asks: 'Whether a record has other fields',
		dialects: {
			'fields-more': {
				does: 'A record has fields that are not documented.',
				record: (record) => ({
					...record,
					cost: { amount: 1.25, parts: [[1], { deep: null }] },
					tags: ['a', null],
					archived: false,
				}),
			},
		},
	},
	{
		part: '2.5',
		asks: 'How a telephone number is written',
		dialects: {
			'numbers-anonymous': withholding('A withheld number is anonymous.', 'anonymous'),
			'numbers-restricted': withholding('A withheld number is Restricted.', 'Restricted'),
			'numbers-keypad': withholding('A withheld number is +266696687.', '+266696687'),
			'numbers-sip-anonymous': withholding(
				'A withheld number is sip:anonymous@anonymous.invalid.',
				'sip:anonymous@anonymous.invalid',
			),
			'numbers-null': withholding('A withheld number is null.', null),
			'numbers-empty': withholding('A withheld number is an empty text.', ''),
			'numbers-without-plus': writeNumbers('Numbers come without plus.', (number) =>
				number.replace('+', ''),
			),
			'numbers-sip': writeNumbers(
				'Numbers are SIP addresses.',
				(number) => `sip:${number}@example.com`,
			),
			'numbers-swapped': {
				does: 'from is always the agent, to the other side.',
				record: (record) =>
					record.campaign_id === null
						? { ...record, from_number: record.to_number, to_number: record.from_number }
						: record,
			},
		},
	},
	{
		part: '2.8',
		asks: 'When an operator was invited',
		dialects: {
			'invite-not-requested': {
				does: 'Every call has an operator_invite that was not requested.',
				record: (record) =>
					changeFields(record, ['room_metadata'], (room) => ({
						...Object(room),
						operator_invite: { invite_call_id: null, status: 'NotRequested', reason: null },
					})),
			},
		},
	},
	{
		part: '2.8',
		asks: 'What a failed room means',
		dialects: {
			'rooms-failed': {
				does: 'Every room failed in the end.',
				record: (record) =>
					changeFields(record, ['room_metadata'], (room) => ({ ...Object(room), failed: true })),
			},
		},
	},
	{
		part: '3',
		asks: 'Which status a call has',
		dialects: {
			'status-pending': {
				does: 'Every call is Pending.',
				record: (record) => ({ ...record, status: 'Pending' }),
			},
			'status-number': {
				does: 'A status is a number.',
				record: (record) => ({ ...record, status: 4 }),
			},
		},
	},
	{
		part: '2.5',
		asks: 'How names are written',
		dialects: {
			'names-camel-case': {
				does: 'Names are written in camel case.',
				record: (record) => Object(changeNames(record, (name) => name.replace(/_([a-z])/g, upper))),
			},
			'names-pascal-case': {
				does: 'Names are written in PascalCase.',
				record: (record) =>
					Object(changeNames(record, (name) => name.replace(/(?:^|_)([a-z])/g, upper))),
			},
			'names-vendor-word': {
				does: 'A vendor word stands in place of rtc.',
				record: (record) => Object(changeNames(record, (name) => name.replace(/^rtc_/, 'acme_'))),
			},
		},
	},
];
