import { dialogueNames } from '../../sandbox/dialogues/dialogues.mts';
import type { WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { readDataTable } from '../support/n8n/data-tables.mts';
import { useHost } from '../support/n8n/start-host.mts';
import {
	createNode,
	createTrigger,
	publishNodes,
	waitForItem,
} from '../support/n8n/trigger-scene.mts';
import { readPages } from '../support/read-docs.mts';

const host = useHost();

const page = readPages().find(({ file }) => file === 'docs/outputs.md')?.text ?? '';

/** The columns of a recipe of docs/outputs.md and their values, as its table has them. */
function readRecipe(row: string): [column: string, value: string][] {
	const [, table = ''] = page.split(`| column of a ${row}`);
	const [rows = ''] = table.split('\n\n');
	return [...rows.matchAll(/^\| `(\w+)` +\| `(\{\{.+\}\})`/gm)].map(([, name = '', value = '']) => [
		name,
		`=${value}`,
	]);
}

const TYPES: Record<string, string> = { seconds: 'number', failed: 'boolean' };

/** Split Out and a Data Table, as the page tells. */
async function createRecipe(list: string, row: string): Promise<WorkflowNode[]> {
	const recipe = readRecipe(row);
	const columns = recipe.map(([name]) => ({ name, type: TYPES[name] ?? 'string' }));
	await host.session.api('POST', '/data-tables', { name: list, columns });
	const splitting = {
		fieldToSplitOut: list,
		include: 'selectedOtherFields',
		fieldsToInclude: 'id',
	};
	const schema = columns.map(({ name: id, type }) => ({
		id,
		displayName: id,
		type,
		display: true,
	}));
	return [
		createNode(`Split ${list}`, 'n8n-nodes-base.splitOut', 1, splitting),
		createNode(`Insert ${list}`, 'n8n-nodes-base.dataTable', 1.1, {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: list },
			columns: { mappingMode: 'defineBelow', value: Object.fromEntries(recipe), schema },
		}),
	];
}

const readRows = (list: string, count: number) =>
	waitUntil(
		async () => {
			const rows = await readDataTable(host.session, list);
			return rows.length < count ? undefined : rows;
		},
		{ what: `${count} rows of ${list}` },
	);

test.each([
	['history', 'turn'],
	['tool_calls', 'tool call'],
] as const)('the recipe for rows of %s gives each %s the same columns', async (list, row) => {
	const nodes = await createRecipe(list, row);
	const workflow = await publishNodes(host, await host.connect(), [createTrigger(), ...nodes]);
	const { record } = await host.sandbox.finishConversation({ dialogue: 'booking' });
	const emitted = await waitForItem(host, workflow, record.id);
	const listed: unknown = emitted[list];
	if (!Array.isArray(listed)) throw new Error(`There is no ${list}.`);
	const rows = await readRows(list, listed.length);
	const columns = readRecipe(row).map(([name]) => name);
	expect(columns.length).toBeGreaterThan(3);
	for (const cells of rows) {
		expect(Object.keys(cells)).toEqual(expect.arrayContaining(columns));
		expect(cells).toMatchObject({ conversation: record.id, seconds: expect.any(Number) });
	}
	const read = (name: string) => rows.map((cells) => cells[name]);
	if (list === 'history') {
		expect(read('content')).toEqual(listed.map(({ content = null }) => content));
		// A tool call has no words.
		expect(read('content')).toContain(null);
	} else {
		expect(read('tool')).toEqual(listed.map(({ name }) => name));
		expect(read('arguments').map((text) => JSON.parse(String(text)))).toEqual(
			listed.map(({ tool_arguments }) => tool_arguments),
		);
	}
	await host.client.deactivate(workflow.id);
	host.sandbox.registrations.length = 0;
});

test("Tool Answered and Customer Said find their calls among the sandbox's nine", async () => {
	const rule = [
		{
			when: 'toolAnswered',
			value: 'note_result',
			field: 'result',
			is: 'voicemail',
			outcome: 'voicemail',
		},
		{
			when: 'toolAnswered',
			value: 'book_appointment',
			field: 'booked',
			is: 'true',
			outcome: 'booked',
		},
		{ when: 'customerSaid', value: 'talk to a person, parcel*', outcome: 'trouble' },
	];
	const trigger = createTrigger({ outcomeRules: { rule } });
	const workflow = await publishNodes(host, await host.connect(), [trigger]);
	const outcomes: Record<string, unknown> = {};
	for (const dialogue of [...dialogueNames, undefined]) {
		const { record } = await host.sandbox.finishConversation({ dialogue });
		const { outcome, outcome_reason } = await waitForItem(host, workflow, record.id);
		outcomes[dialogue ?? 'invented'] = [outcome, Object(outcome_reason).rule ?? null];
	}
	expect(outcomes).toEqual({
		booking: ['completed', null],
		parcel: ['trouble', 3],
		complaint: ['trouble', 3],
		'campaign-call': ['booked', 2],
		voicemail: ['voicemail', 1],
		'missed-call': ['no_answer', null],
		'failed-call': ['trouble', 3],
		'agent-test': ['completed', null],
		invented: ['completed', null],
	});
});
