import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { waitUntilIdle } from '../support/wait-until-idle.mts';
import { OUTPUT_LIMIT, OUTPUTS, type Output } from '../../core/conversation/outputs.ts';
import { event, fields, history, json, times } from './corpus/write-event.mts';
import { type HostileN8n, type PublishedWebhook, startHostileN8n } from './hostile-n8n.mts';
import { post } from './n8n-load.mts';
import { keepTable, writeGrowthTable, type GrowthRow } from './results-page.mts';

jest.setTimeout(600_000);

const MAX_TURNS = 25_000;

/** The shortest that people say to one another. */
const words = times(5_000, (index) =>
	index % 2 === 0
		? '{"role":"User","content":"Yes"}'
		: `{"role":"Agent","content":"No","tool_name":"find","tool_call_id":"${index}"}`,
);

/** What becomes many items, or items of many times its size. */
const bodies: [name: string, body: () => string][] = [
	['25,000 empty turns', () => history(times(MAX_TURNS, () => '{}'))],
	[
		'25,000 empty turns of an agent test',
		() => fields(`"synthesized_chat_history":[${times(MAX_TURNS, () => '{}')}]`),
	],
	['25,000 turns of one letter', () => history(times(MAX_TURNS, () => '{"content":"a"}'))],
	['25,000 numbers as turns', () => history(times(MAX_TURNS, () => '1'))],
	['25,000 calls of a tool', () => history(times(MAX_TURNS, () => '{"tool_name":"a"}'))],
	[
		'one agent in 25,000 turns',
		() =>
			event(
				json({
					agent_title: 'a'.repeat(256),
					history: Array.from({ length: MAX_TURNS }, (_, index) => ({ id: `${index}` })),
				}),
			),
	],
	[
		'90,000 values in arguments',
		() => history(json({ tool_name: 'a', tool_arguments_json: `[${times(45_000, () => '[]')}]` })),
	],
	[
		'10,000 turns of one word',
		() => fields(`"history":[${words}],"synthesized_chat_history":[${words}]`),
	],
	['lists in a list nobody knows', () => fields(`"a":[${times(95_000, () => '[]')}]`)],
	['long numbers nobody knows', () => fields(`"a":[${times(95_000, () => '1e20')}]`)],
];

let hostile: HostileN8n;
let webhook: PublishedWebhook;
const triggers = new Map<Output, PublishedWebhook>();
const rows: GrowthRow[] = [];

beforeAll(async () => {
	hostile = await startHostileN8n();
	webhook = await hostile.publishWebhook();
	for (const output of OUTPUTS) {
		const filters = { agentTests: 'all' };
		triggers.set(output, await hostile.publishTrigger({ output, filters }));
	}
});

afterAll(() => hostile.stop());

/** What n8n's database holds, without the pages that are free again. */
function readDatabaseBytes(): number {
	const file = join(hostile.dataFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
	const read = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
	try {
		return (read('page_count') - read('freelist_count')) * read('page_size');
	} finally {
		database.close();
	}
}

async function measureGrowth({ url }: PublishedWebhook, body: string) {
	const before = readDatabaseBytes();
	const status = await post(url, body);
	// n8n answers before it has stored what the execution came to.
	await waitUntilIdle(hostile.n8n.processId());
	return { status, bytes: readDatabaseBytes() - before };
}

const maxGrowth = (body: string) =>
	OUTPUT_LIMIT.times * Buffer.byteLength(body) + OUTPUT_LIMIT.bytesMore;

test.each(bodies)('no output stores many times %s', async (name, build) => {
	const body = build();
	const growth: Record<string, number> = {};
	for (const [output, trigger] of triggers) {
		const { status, bytes } = await measureGrowth(trigger, body);
		expect([200, 400]).toContain(status);
		growth[output] = bytes;
	}
	const yardstick = (await measureGrowth(webhook, body)).bytes;
	rows.push({ name, bytes: Buffer.byteLength(body), yardstick, growth });
	expect(Object.entries(growth).filter(([, bytes]) => bytes > maxGrowth(body))).toEqual([]);
});

test('the page on hostile deliveries shows what was measured', () => {
	const table = writeGrowthTable(rows);
	keepTable('stored', table);
	expect(rows).toHaveLength(bodies.length);
});
