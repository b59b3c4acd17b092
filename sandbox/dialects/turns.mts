import { changeFields, changeTurns, changeValues } from './rewrite.mts';
import type { Dialect, OpenChoice, SentRecord } from './ways.mts';

const withWords = (does: string, words: Record<string, unknown>): Dialect => ({
	does,
	record: (record) =>
		changeTurns(record, (turn) => ({ ...turn, role: words[String(turn.role)] ?? turn.role })),
});

const withContent = (does: string, change: (content: string) => SentRecord): Dialect => ({
	does,
	record: (record) =>
		changeTurns(record, ({ content, ...turn }) => ({
			...turn,
			...(typeof content === 'string' && change(content)),
		})),
});

const kindsOfLiveKit: Record<string, string> = {
	Message: 'message',
	FunctionCall: 'function_call',
	FunctionCallOutput: 'function_call_output',
	AgentHandoff: 'agent_handoff',
};

const withMetrics = (does: string, change: (value: number) => unknown): Dialect => ({
	does,
	record: (record) =>
		changeTurns(record, ({ metrics, ...turn }) => ({
			...turn,
			...(metrics !== undefined && {
				metrics: changeValues(Object(metrics), (value) =>
					typeof value === 'number' ? change(value) : value,
				),
			}),
		})),
});

export const turnChoices: readonly OpenChoice[] = [
	{
		part: '2.10',
		asks: 'Which words a role has',
		dialects: {
			'roles-capitals': withWords('Roles are AGENT, CALLER and TOOL.', {
				Assistant: 'AGENT',
				User: 'CALLER',
				Tool: 'TOOL',
			}),
			'roles-unknown': withWords('Roles are Presenter and Participant.', {
				Assistant: 'Presenter',
				User: 'Participant',
			}),
			'roles-numbers': withWords('Roles are numbers.', {
				System: 0,
				User: 1,
				Assistant: 2,
				Tool: 3,
			}),
		},
	},
	{
		part: '2.6',
		asks: 'What the content of a turn is',
		dialects: {
			'content-list': withContent('content is a list of texts.', (text) => ({ content: [text] })),
			'content-objects': withContent('content is a list of objects.', (text) => ({
				content: [{ type: 'text', text }],
			})),
			'content-as-text': withContent('What was said stands in text.', (text) => ({ text })),
		},
	},
	{
		part: '2.10',
		asks: 'Which words a kind has',
		dialects: {
			'kinds-livekit': {
				does: 'Kinds are those of LiveKit: message, function_call.',
				record: (record) =>
					changeTurns(record, (turn) => ({ ...turn, kind: kindsOfLiveKit[String(turn.kind)] })),
			},
		},
	},
	{
		part: '2.10',
		asks: 'Whether a call has its history, and in which order',
		dialects: {
			'history-missing': {
				does: 'A call has no history.',
				record: ({ history: _, ...record }) => record,
			},
			'history-null': {
				does: 'The history is null.',
				record: (record) => ({ ...record, history: null }),
			},
			'history-empty': {
				does: 'The history is empty.',
				record: (record) => ({ ...record, history: [] }),
			},
			'history-newest-first': {
				does: 'The history begins with the last turn.',
				record: (record) =>
					changeFields(record, ['history'], (turns) =>
						Array.isArray(turns) ? turns.toReversed() : turns,
					),
			},
			'history-late': {
				does: 'The call comes without its history, and again with it.',
				first: ({ history: _, ...record }) => record,
				again: (record) => [record],
			},
		},
	},
	{
		part: '2.10',
		asks: 'In which unit metrics are',
		dialects: {
			'metrics-milliseconds': withMetrics('Metrics are milliseconds.', (value) =>
				Math.round(value * 1000),
			),
			'metrics-negative': withMetrics('A metric that was not taken is -1.', () => -1),
			'metrics-null': {
				does: 'metrics is null.',
				record: (record) => changeTurns(record, (turn) => ({ ...turn, metrics: null })),
			},
		},
	},
];
