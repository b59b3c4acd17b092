import type { ConversationOptions } from '../../../sandbox/types.mts';
import { addRows, deleteDataTables, readDataTable } from '../../support/n8n/data-tables.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a Data Table and a stand-in for a chat.
const example = useExample('agent-test-report', () => setUps['agent-test-report']);
const rows = () => readDataTable(host.session, 'voice_agent_test_results');
const finishTest = (agent_title: string, options: ConversationOptions = {}) =>
	example.finish({
		...{ withTestRun: true, ...options },
		overrides: { agent_title, ...options.overrides },
	});

beforeAll(() => example.publish());

test('a morning before the first test sends nothing and reports no error', async () => {
	const run = await example.run('Every Morning');
	expect(run.items('Get Latest Results')).toEqual([]);
	expect(await rows()).toEqual([]);
	expect(host.vendors.chat.messages).toEqual([]);
	// What follows begins without a table as well.
	await deleteDataTables(host.session);
});

test('each test becomes a row with its verdict', async () => {
	await finishTest('Reception');
	await finishTest('Reception', { outcome: 'failed' });
	await finishTest('Reception', { overrides: { test_eval_result: null } });
	await finishTest('Parcels', { shape: 'A' });
	const verdicts = (await rows()).map((row) =>
		['agent', 'passed', 'failed', 'not_evaluated'].map((column) => row[column]),
	);
	expect(verdicts).toEqual([
		['Reception', 1, 0, 0],
		['Reception', 0, 1, 0],
		['Reception', 0, 0, 1],
		['Parcels', 1, 0, 0],
	]);
});

test('a conversation that is no test is left out', async () => {
	await example.expectAnswer(host.sandbox.createRecord(), 'ignored');
});

test('the report counts by agent and says why tests failed', async () => {
	await example.run('Every Morning');
	expect(host.vendors.chat.messages).toEqual([
		[
			'Agent tests of the last 24 hours',
			'Reception: 1 passed, 1 failed, 1 not evaluated',
			'  – The conversation ended before the goal was reached.',
			'Parcels: 1 passed, 0 failed',
		].join('\n'),
	]);
});

test('sixty failures are one message that every chat takes', async () => {
	const failed = Array.from({ length: 60 }, (_, index) => ({
		...{ conversation_id: `c-${index}`, agent: `Agent ${index % 10}` },
		...{ passed: 0, failed: 1, not_evaluated: 0, why_it_failed: 'r'.repeat(400) },
	}));
	await addRows(host.session, 'voice_agent_test_results', failed);
	await example.run('Every Morning');
	const [message = ''] = host.vendors.chat.messages;
	expect(message.length).toBeLessThan(4000);
	expect(message).toMatch(/\nAgent \d: 0 passed, 6 failed\n/);
	expect(message).toContain('  … and 1 more\n');
	expect(message).toMatch(/…\nThe rest is in the Data Table\.$/);
	await deleteDataTables(host.session);
});

test('the name of an agent mentions nobody in the chat', async () => {
	await finishTest('<!channel> @all');
	await example.run('Every Morning');
	expect(host.vendors.chat.messages[0]).toContain('\n‹!channel> @ all: 1 passed, 0 failed');
});
