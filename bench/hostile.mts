// How the worst that a stranger can send grows with its length: time at twice the length over time at once.
// Run: npm run bench -- hostile (under a minute)
import { buildChatMessages } from '../core/conversation/transcript/chat-messages.ts';
import { parseDelivery } from '../core/delivery/decide-delivery.ts';
import { parseItem } from '../core/record/item.ts';
import { checkProviderConfiguration } from '../core/token/provider.ts';
import { readServiceMessage } from '../nodes/shared/http/service-message.ts';
import { writeSection } from './write-section.mts';

const rounds = 15;

/** Something to send, of a length, and what reads it; building it is not measured. */
interface Subject {
	name: string;
	length: number;
	prepare: (length: number) => () => unknown;
}

const list = (length: number, entry: (index: number) => unknown) =>
	Array.from({ length }, (_, index) => entry(index));

function listSubjects(): Subject[] {
	const read = (data: object) => {
		const parsed = parseDelivery({ event: 'ConversationComplete', data });
		if (!parsed.success) throw new Error(parsed.error.code);
		return parsed.conversation;
	};
	const historyOf = (entry: (index: number) => unknown) => (length: number) => {
		const data = { history: list(length, entry) };
		return () => read(data);
	};
	const issuer = 'https://id.example.com/realms/a';
	return [
		{
			name: 'a transcript line: spaces around a line break',
			length: 4_000_000,
			prepare: (length) => {
				const content = `a\nb${' '.repeat(length)}c`;
				return () => read({ history: [{ role: 'User', content }] }).transcript?.length;
			},
		},
		{
			name: 'the words of the service: `<`',
			length: 4_000_000,
			prepare: (length) => () => readServiceMessage('<'.repeat(length)),
		},
		{
			name: 'slashes at the end of an issuer',
			length: 4_000_000,
			prepare: (length) => {
				const document = { issuer: `${issuer}${'/'.repeat(length)}x` };
				return () => checkProviderConfiguration(document, issuer);
			},
		},
		{
			name: 'chat messages of calls with one id',
			length: 12_000,
			prepare: (length) => {
				const call = { tool_call_id: '1', tool_name: 'a', tool_arguments_json: '{}' };
				const conversation = read({ history: list(length, () => call) });
				return () => buildChatMessages(conversation, { includeToolCalls: true });
			},
		},
		{
			name: 'all calls of one id before all outputs',
			length: 12_000,
			prepare: (length) =>
				historyOf((index) =>
					index < length / 2
						? { tool_call_id: '1', tool_arguments_json: '1' }
						: { tool_call_id: '1', tool_output: '1' },
				)(length),
		},
		{
			name: 'an item with entries that were left over',
			length: 12_000,
			prepare: (length) => {
				const item = read({ id: '1', history: list(length, (index) => (index % 2 ? 1 : {})) });
				return () => parseItem(item);
			},
		},
		{ name: 'empty turns', length: 12_000, prepare: historyOf(() => ({})) },
		{
			name: 'turns with values of wrong types',
			length: 12_000,
			prepare: historyOf(() => ({ id: 1, role: 2 })),
		},
		{
			name: 'fields nobody knows',
			// An object of more than 10,000 is rejected.
			length: 4_900,
			prepare: (length) => {
				const data = Object.fromEntries(
					Array.from({ length }, (_, index) => [`v${index}_room_name`, 'a']),
				);
				return () => read(data);
			},
		},
	];
}

const median = (values: number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function measure(call: () => unknown): number {
	const start = performance.now();
	call();
	return performance.now() - start;
}

/** A row of the table. Both lengths are measured in turn: what else the machine does meets both. */
function measureSubject({ name, length, prepare }: Subject): string {
	const once = prepare(length);
	const twice = prepare(2 * length);
	const times: [number, number][] = [];
	for (let round = 0; round <= rounds; round += 1) {
		const pair: [number, number] = [measure(once), measure(twice)];
		if (round > 0) times.push(pair);
	}
	const cells = [
		name,
		length,
		median(times.map(([first]) => first)).toFixed(2),
		median(times.map(([, second]) => second)).toFixed(2),
		median(times.map(([first, second]) => second / first)).toFixed(2),
	];
	return `| ${cells.join(' | ')} |`;
}

const head = '| what | n | ms at n | ms at 2n | ratio |';
const rows = listSubjects().map(measureSubject);
const table = [head, '| --- | --- | --- | --- | --- |', ...rows].join('\n');
console.log(table);
writeSection('hostile', 'npm run bench -- hostile', table);
