import * as z from 'zod/v4';
import { RejectedByN8n, type N8nSession } from './n8n-session.mts';
import {
	executionList,
	publicationStatus,
	savedWorkflow,
	type Execution,
	type PublicationStatus,
	type SavedWorkflow,
	type WorkflowFile,
} from './n8n-workflow-types.mts';
import { waitUntil } from '../wait-until.mts';

const endedStates = new Set(['success', 'error', 'crashed', 'canceled']);
const withId = z.object({ id: z.string() });
const workflowList = z.object({
	data: z.array(savedWorkflow.extend({ isArchived: z.boolean().optional() })),
});

/** What a user does in n8n's editor, as calls. Each throws with n8n's own message. */
export interface N8nClient {
	createWorkflow(workflow: WorkflowFile): Promise<SavedWorkflow>;
	getWorkflow(id: string): Promise<SavedWorkflow>;
	/** The first 250 workflows that are not archived. */
	listWorkflows(): Promise<SavedWorkflow[]>;
	/** Like `getWorkflow`, undefined if there is none of this id or it is archived. */
	findWorkflow(id: string): Promise<SavedWorkflow | undefined>;
	/** Saves; an active workflow is published again, and this waits for that. */
	updateWorkflow(workflow: SavedWorkflow): Promise<SavedWorkflow>;
	/** Deactivates if needed, then deletes. */
	deleteWorkflow(id: string): Promise<void>;
	/** Publishes and waits for the outcome; throws with the trigger's message if it failed. */
	activate(id: string): Promise<void>;
	deactivate(id: string): Promise<void>;
	/** Runs a saved workflow from this trigger as the editor's button does, or listens for a test event. */
	run(workflow: SavedWorkflow, triggerName: string): Promise<unknown>;
	/** Where publishing stands once nothing is in progress any more. n8n without the status: by `active`. */
	publicationOutcome(id: string): Promise<PublicationStatus>;
	/** The executions that have ended, oldest first, with data. */
	listExecutions(workflowId: string): Promise<Execution[]>;
	/** Waits until at least `count` executions have ended. */
	waitForExecutions(workflowId: string, count: number): Promise<Execution[]>;
	createCredential(name: string, type: string, data: Record<string, unknown>): Promise<string>;
	updateCredential(
		id: string,
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<void>;
	deleteCredential(id: string): Promise<void>;
}

/** The calls of a signed-in owner. */
export function createClient(session: N8nSession): N8nClient {
	const { api, rest } = session;

	const getWorkflow = async (id: string): Promise<SavedWorkflow> =>
		savedWorkflow.parse(await api('GET', `/workflows/${id}`));

	const listWorkflows = async (): Promise<SavedWorkflow[]> => {
		const { data } = workflowList.parse(await api('GET', '/workflows?limit=250'));
		return data.filter(({ isArchived }) => isArchived !== true);
	};

	/** Undefined from an n8n that publishes before it answers, as 2.30 does: it has no such status. */
	const readStatus = async (id: string): Promise<PublicationStatus | undefined> => {
		try {
			return publicationStatus.parse(await rest('GET', `/workflows/${id}/publication-status`));
		} catch (error) {
			if (error instanceof RejectedByN8n && error.status === 404) return undefined;
			throw error;
		}
	};

	const waitForStatus = (id: string, passing: string[]): Promise<PublicationStatus> =>
		waitUntil(
			async () => {
				const status = await readStatus(id);
				if (status !== undefined) return passing.includes(status.status) ? undefined : status;
				const { active } = await getWorkflow(id);
				return { status: active ? 'published' : 'not_published', triggers: [] };
			},
			{ what: `the publication of workflow ${id}`, intervalMs: 50 },
		);

	// Right after the call n8n may still tell how it was before.
	const publicationOutcome = (id: string): Promise<PublicationStatus> =>
		waitForStatus(id, ['in_progress', 'not_published']);

	const expectPublished = async (id: string): Promise<void> => {
		const { status, triggers } = await publicationOutcome(id);
		if (status === 'published') return;
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new Error(`n8n did not publish the workflow (${status}): ${reasons.join('; ')}`);
	};

	const deactivate = async (id: string): Promise<void> => {
		await api('POST', `/workflows/${id}/deactivate`);
		await waitForStatus(id, ['in_progress', 'published', 'partial', 'failed']);
	};

	const listExecutions = async (workflowId: string): Promise<Execution[]> => {
		const answer = await api(
			'GET',
			`/executions?workflowId=${workflowId}&includeData=true&limit=250`,
		);
		const ended = executionList.parse(answer).data.filter(({ status }) => endedStates.has(status));
		return ended.sort((a, b) => Number(a.id) - Number(b.id));
	};

	return {
		createWorkflow: async (workflow) =>
			savedWorkflow.parse(await api('POST', '/workflows', workflow)),
		getWorkflow,
		listWorkflows,
		findWorkflow: async (id) => (await listWorkflows()).find((workflow) => workflow.id === id),
		updateWorkflow: async ({ id, name, nodes, connections, settings }) => {
			const body = { name, nodes, connections, settings };
			const saved = savedWorkflow.parse(await api('PUT', `/workflows/${id}`, body));
			if (saved.active) await expectPublished(id);
			return saved;
		},
		deleteWorkflow: async (id) => {
			if ((await getWorkflow(id)).active) await deactivate(id);
			await api('DELETE', `/workflows/${id}`);
		},
		activate: async (id) => {
			await api('POST', `/workflows/${id}/activate`);
			await expectPublished(id);
		},
		deactivate,
		run: async (workflow, triggerName) =>
			rest('POST', `/workflows/${workflow.id}/run`, { triggerToStartFrom: { name: triggerName } }),
		publicationOutcome,
		listExecutions,
		waitForExecutions: (workflowId, count) =>
			waitUntil(
				async () => {
					const found = await listExecutions(workflowId);
					return found.length >= count ? found : undefined;
				},
				{ what: `${count} execution(s) of workflow ${workflowId}` },
			),
		createCredential: async (name, type, data) =>
			withId.parse(await rest('POST', '/credentials', { name, type, data })).id,
		updateCredential: async (id, name, type, data) => {
			await rest('PATCH', `/credentials/${id}`, { name, type, data });
		},
		deleteCredential: async (id) => {
			await rest('DELETE', `/credentials/${id}`);
		},
	};
}
