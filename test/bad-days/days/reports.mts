import { setUps } from '../../examples/set-ups.mts';
import { say } from '../../examples/create-call.mts';
import { addTableRows, createInbound, readTableRows, type Day } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const messages = ({ vendors }: Account) => ({ message: { seen: vendors.chat.messages } });
const briefings = ({ mails }: Account, name: string) =>
	mails.filter(({ subject }) => subject?.startsWith(`Morning briefing for ${name}:`));
const turns = 'Assistant: Good morning.\nUser: Hello, I would like to move my appointment.';

/** The examples that write to people. */
export const days: Day[] = [
	{
		...{ example: 'post-call-alert', title: 'a failed call', effects: messages },
		setUp: setUps['post-call-alert'],
		call: (account) => createInbound(account, {}, { outcome: 'failed' }),
	},
	{
		...{ example: 'call-by-email', title: 'a call' },
		setUp: setUps['call-by-email'],
		call: (account) => createInbound(account, {}, { withRecording: true }),
		effects: ({ mails }) => ({ mail: { seen: mails } }),
	},
	{
		...{ example: 'alert-person-on-duty', title: 'an urgent call' },
		setUp: setUps['alert-person-on-duty'],
		call: (account) => createInbound(account, { history: [say('There is a gas leak!')] }),
		answer: async ({ mails, vendors }) => {
			const told = [
				...mails
					.filter(({ subject }) => subject?.startsWith('Urgent call'))
					.map(({ text }) => text),
				...vendors.twilio.texts.map(({ Body }) => Body),
			];
			const link = /http\S+/.exec(told.at(-1) ?? '')?.[0];
			if (link === undefined) return false;
			const body = new FormData();
			body.set('field-0', 'Ana');
			return (await fetch(link, { method: 'POST', body })).ok;
		},
		// A mail or a text is enough, and more of them do no harm.
		effects: async (account) => {
			const { mails, vendors } = account;
			const alerts = mails.filter(({ subject }) => subject?.startsWith('Urgent call'));
			const rows = await readTableRows(account, 'voice_agent_callbacks');
			return {
				alert: { seen: [...alerts, ...vendors.twilio.texts].slice(0, 1) },
				row: { seen: rows },
				taker: { seen: rows.filter(({ state }) => state === 'taken') },
			};
		},
	},
	{
		...{ example: 'no-calls-any-more', title: 'a silent hour', schedule: 'Every Hour' },
		setUp: setUps['no-calls-any-more'],
		prepare: async (account, run) => void (await run(createInbound(account, {}))),
		effects: messages,
	},
	{
		...{ example: 'morning-briefing', title: 'a call' },
		setUp: setUps['morning-briefing'],
		call: (account) => createInbound(account, { agent_title: 'Reception' }),
		// Two states at once may leave two rows, of which a briefing has one.
		effects: async (account) => {
			const rows = await readTableRows(account, 'voice_agent_briefing');
			return { row: { seen: [...new Map(rows.map((row) => [row.key, row])).values()] } };
		},
	},
	{
		...{ example: 'morning-briefing', title: 'a morning', schedule: 'Every Hour' },
		setUp: setUps['morning-briefing'],
		prepare: async (account, run) => {
			await run(createInbound(account, { agent_title: 'Reception' }, { outcome: 'no_answer' }));
			await run(createInbound(account, { agent_title: 'Elsewhere' }));
		},
		effects: async (account) => ({
			'mail to the client': { seen: briefings(account, 'Lakeside') },
			'mail to the agency': { seen: briefings(account, 'your agency') },
			'marked calls': {
				seen: (await readTableRows(account, 'voice_agent_briefing')).filter(
					({ briefed_at }) => briefed_at !== null,
				),
				expected: 2,
			},
		}),
		findUntruth: (account) => {
			const [client] = briefings(account, 'Lakeside');
			return client?.text?.includes('Elsewhere') ? 'a call of somebody else' : undefined;
		},
	},
	{
		...{ example: 'agent-watch', title: 'a Monday', schedule: 'Every Monday' },
		setUp: setUps['agent-watch'],
		prepare: async (account, run) => {
			await run();
			const outcomes = [...Array.from({ length: 8 }, () => 'completed'), 'failed', 'failed'];
			const rows = outcomes.map((outcome, index) => ({
				...{ agent_id: 'agent-1', agent: 'Reception', fingerprint: 'first', outcome },
				...{ answered: true, latencies: '', tool_errors: 0, user_speech_seconds: 4 },
				...{ agent_speech_seconds: 8, started_at: daysAgo(outcome === 'failed' ? 3 : 10) },
				conversation_id: `call ${index}`,
			}));
			await addTableRows(account, 'voice_agent_calls', rows);
		},
		effects: ({ mails, vendors }) => ({
			mail: { seen: mails.filter(({ html }) => html?.includes('<h3>Reception')) },
			message: {
				seen: vendors.chat.messages.filter((text) => text.startsWith('Became worse:')),
			},
		}),
	},
	{
		...{ example: 'score-calls', title: 'a doubtful call', schedule: 'Every 15 Minutes' },
		setUp: setUps['score-calls'],
		prepare: async (account, run) => {
			await run();
			const answers = [1, 2, 3, 4].map((number) => ({ number, answer: 'no', quote: '' }));
			account.vendors.openai.say(JSON.stringify({ answers }));
			const row = { conversation_id: 'call', agent: 'Reception', score_attempts: 0 };
			await addTableRows(account, 'voice_agent_calls', [
				{ ...row, transcript: turns, answered: true },
			]);
		},
		effects: async (account) => {
			const rows = await readTableRows(account, 'voice_agent_calls');
			const scored = rows.filter(({ score }) => score !== null);
			return { score: { seen: scored }, mail: { seen: account.mails } };
		},
	},
];
