import { isDeepStrictEqual } from 'node:util';
import type { IBinaryKeyData, IDataObject, IRunData } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';
import { assign, importExample, type Setup } from './import-example.mts';
import { listUndefinedExpressions } from './list-undefined-expressions.mts';
import type { ExamplesHost } from './start-host.mts';
import { deleteDataTables } from '../support/n8n/data-tables.mts';

/** There while the tests of `describeExamples` run. */
export const host: ExamplesHost = Object.create(null);

const startedAnswer = z.object({ executionId: z.coerce.string() });
const storedData = z.object({
	resultData: z.object({
		runData: z.custom<IRunData>().default({}),
		lastNodeExecuted: z.string().optional(),
		error: z.looseObject({ message: z.string() }).optional(),
	}),
});
const storedValues = z.array(z.unknown());

/**
 * Reads an execution's data as n8n stores it: a list of all values, in which a value names those inside it by their
 * place. To ask n8n for it would take a twentieth of all its time.
 */
function parseStored(text: unknown) {
	const values = storedValues.parse(JSON.parse(String(text)));
	const known = new Map<number, object>();
	const read = (place: number): unknown => {
		const value = values[place];
		if (typeof value !== 'object' || value === null) return value;
		const found = known.get(place);
		if (found !== undefined) return found;
		const whole = Array.isArray(value) ? [] : {};
		known.set(place, whole);
		for (const [key, inside] of Object.entries(value)) {
			Reflect.set(whole, key, typeof inside === 'string' ? read(Number(inside)) : inside);
		}
		return whole;
	};
	return storedData.parse(read(0)).resultData;
}

/** By the name of a workflow: one run for each set of nodes that ran. */
export const recordedRuns = new Map<string, Map<string, IRunData>>();

function recordRun(workflowName: string, runData: IRunData): void {
	const runs = recordedRuns.get(workflowName) ?? new Map<string, IRunData>();
	recordedRuns.set(workflowName, runs);
	const nodes = Object.keys(runData).sort().join();
	if (!runs.has(nodes)) runs.set(nodes, runData);
}

/** How often to look: it costs little, and saves the time between the end and the look. */
const intervalMs = 10;

/** One execution that has ended well. */
export interface Run {
	id: string;
	/** What the Voice Agent Trigger emitted; empty if another trigger began it. */
	conversation: IDataObject;
	/** The JSON of what a node emitted on its first output; empty if it did not run. */
	items(nodeName: string): IDataObject[];
	/** The files that a node's first item carries. */
	files(nodeName: string): IBinaryKeyData;
}

/** A workflow in n8n, and what a test does with it. */
export type Example = ReturnType<typeof openExample>;

export function openExample(workflow: SavedWorkflow) {
	const { client, database, sandbox, session } = host;
	const stored = database.prepare(
		'SELECT id, status FROM execution_entity WHERE workflowId = ? ORDER BY id',
	);
	const dataOf = database.prepare('SELECT data FROM execution_data WHERE executionId = ?');
	const elapse = database.prepare(
		"UPDATE execution_entity SET waitTill = datetime('now') WHERE id = ?",
	);

	/** Its executions as n8n stores them, oldest first, ended or not. */
	const list = () =>
		stored.all(workflow.id).map(({ id, status }) => ({ id: String(id), status: String(status) }));

	const waitForStatus = (executionId: string, ...awaited: string[]) =>
		waitUntil(
			() => list().find(({ id, status }) => id === executionId && awaited.includes(status)),
			{ what: `execution ${executionId} to be ${awaited.join(' or ')}`, intervalMs },
		);

	/** Waits until the execution has ended, whichever way. */
	const readExecution = async (executionId: string) => {
		const { status } = await waitForStatus(executionId, 'success', 'error', 'crashed', 'canceled');
		const result = parseStored(dataOf.get(executionId)?.data);
		recordRun(workflow.name, result.runData);
		return { status, ...result };
	};

	let saved = workflow;
	/** Saves the workflow with other settings and nodes, if they are others: n8n publishes it again. */
	const update = async (
		change: (known: SavedWorkflow) => Partial<SavedWorkflow>,
	): Promise<void> => {
		const wanted = { ...saved, ...change(saved) };
		if (!isDeepStrictEqual(wanted, saved)) saved = await client.updateWorkflow(wanted);
	};

	const example = {
		workflow,
		publish: () => client.activate(workflow.id),

		/** Sets parameters of a node. */
		set: (nodeName: string, change: (given: Record<string, unknown>) => object): Promise<void> =>
			update(({ nodes }) => ({
				nodes: nodes.map(({ parameters, ...node }) => ({
					...node,
					parameters: { ...parameters, ...(node.name === nodeName && change(parameters)) },
				})),
			})),

		/** Sets values of an Edit Fields node. */
		assign: (nodeName: string, values: Record<string, string>): Promise<void> =>
			example.set(nodeName, (given) => assign(given, values)),

		/** Sets the time zone of the workflow's settings. */
		setTimezone: (timezone: string): Promise<void> =>
			update(() => ({ settings: { ...workflow.settings, timezone } })),

		/** Runs a failed execution again from the failed node, as the editor's button Retry does. */
		beginRetry: (executionId: string): Promise<string> =>
			example.waitForExecution(async () => {
				const asked = { loadWorkflow: false };
				await session.rest('POST', `/executions/${executionId}/retry`, asked);
			}),

		/** The same until its end. */
		retry: async (executionId: string): Promise<Run> =>
			example.readRun(await example.beginRetry(executionId)),

		/** Takes it away, so what is delivered next reaches the next example alone. */
		retire: async (): Promise<void> => {
			await client.deleteWorkflow(workflow.id);
			// The service would go on delivering to the address; the trigger keeps its registration on purpose.
			sandbox.registrations.length = 0;
		},

		/**
		 * Runs it from one of its triggers, as the editor's button does; the trigger emits the sample call.
		 */
		run: async (triggerName?: string): Promise<Run> =>
			example.readRun(await example.begin(triggerName)),

		/** The same without waiting for its end. Gives the id of the execution. */
		begin: async (triggerName = 'Voice Agent Trigger') =>
			startedAnswer.parse(await client.run(workflow, triggerName)).executionId,

		/** Finishes a conversation in the sandbox and delivers it. */
		finish: async (options?: ConversationOptions) => {
			const record = sandbox.createRecord(options);
			return { record, run: await example.deliver(record) };
		},

		/** Delivers records at once, where their order does not matter, until every run has ended in one of these ways. */
		deliverAll: async (records: Record<string, unknown>[], ends = ['success']) => {
			const known = list().length;
			await Promise.all(records.map((record) => example.expectAnswer(record, 'accepted')));
			const started = list().slice(known);
			expect(started).toHaveLength(records.length);
			return Promise.all(started.map(({ id }) => waitForStatus(id, ...ends)));
		},

		/** Delivers a record to this workflow alone, and expects these words in its answer. */
		expectAnswer: async (record: Record<string, unknown>, answer: string): Promise<void> => {
			const deliveries = await sandbox.deliver(record);
			expect(deliveries.map(({ attempts }) => attempts.map((attempt) => attempt.answer))).toEqual([
				[expect.stringContaining(answer)],
			]);
		},

		/** Delivers a record, which may have been delivered before. */
		deliver: async (record: Record<string, unknown>): Promise<Run> =>
			example.readRun(await example.startByDelivery(record)),

		/** Fails the test if the record is not delivered to exactly this workflow. */
		startByDelivery: (record: Record<string, unknown>): Promise<string> =>
			example.waitForExecution(() => example.expectAnswer(record, 'accepted')),

		/** Delivers a record whose execution fails, and reads why. Fails the test if it does not. */
		fail: async (record: Record<string, unknown>) => {
			const id = await example.startByDelivery(record);
			return { id, ...(await example.readFailure(id)) };
		},

		/** Delivers a record once more as it was, and then a later state, which the example is to leave out. */
		deliverAgain: async (record: Record<string, unknown>): Promise<void> => {
			await example.expectAnswer(record, 'duplicate');
			const run = await example.deliver({ ...record, status: 'Corrected' });
			expect(run.items('First?')).toEqual([]);
		},

		/**
		 * Does something that starts an execution, and returns its id. n8n stores it before it answers a
		 * delivery.
		 */
		waitForExecution: async (start: () => Promise<void>): Promise<string> => {
			const known = list().length;
			await start();
			const what = `an execution of workflow ${workflow.id}`;
			return waitUntil(() => list()[known]?.id, { what, intervalMs });
		},

		/** The ids of what has started since an execution, which may have started it. */
		listSince: (executionId: string): string[] =>
			list()
				.map(({ id }) => id)
				.filter((id) => Number(id) > Number(executionId)),

		/** Waits for the state of an execution: `waiting` when n8n takes an answer, `success` at its end. */
		waitForStatus,

		/** Lets the time of an execution that waits for an answer be over, as if nobody had answered. */
		endWaiting: async (executionId: string): Promise<void> => {
			await waitForStatus(executionId, 'waiting');
			elapse.run(executionId);
		},

		/**
		 * Reads an execution once it has ended. Fails the test if it did not succeed, or if an expression
		 * of a node that ran gives `undefined`, which n8n itself passes over.
		 */
		readRun: async (executionId: string): Promise<Run> => {
			const { status, error, runData } = await readExecution(executionId);
			expect({ status, error: error?.message }).toEqual({ status: 'success' });
			expect(listUndefinedExpressions(workflow, runData, executionId)).toEqual([]);
			const emitted = (nodeName: string) => runData[nodeName]?.[0]?.data?.main?.[0] ?? [];
			return {
				id: executionId,
				conversation: emitted('Voice Agent Trigger')[0]?.json ?? {},
				items: (nodeName) => emitted(nodeName).map(({ json }) => json),
				files: (nodeName) => emitted(nodeName)[0]?.binary ?? {},
			};
		},

		/** Reads why an execution failed, once it has ended. Fails the test if it did not. */
		readFailure: async (executionId: string) => {
			const { status, lastNodeExecuted, error } = await readExecution(executionId);
			expect(status).toBe('error');
			return { node: lastNodeExecuted, message: error?.message };
		},
	};
	return example;
}

/**
 * Imports an example before the tests of a scenario, not yet published, and retires it after them. It
 * begins without Data Tables, and each test with targets that nobody has called.
 */
export function useExample(name: string, setUp: () => Setup = () => ({})): Example {
	const example: Example = Object.create(null);
	beforeAll(async () => {
		await deleteDataTables(host.session);
		Object.assign(example, openExample(await importExample(host, name, setUp())));
	});
	beforeEach(() => host.forgetWritten());
	afterAll(() => example.retire());
	return example;
}
