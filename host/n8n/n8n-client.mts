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

export type N8nClient = ReturnType<typeof createClient>;

/** What a signed-in owner does in n8n's editor, as calls. Each throws with n8n's own message. */
export function createClient({ api, rest }: N8nSession) {
	const getWorkflow = async (id: string): Promise<SavedWorkflow> =>
		savedWorkflow.parse(await api('GET', `/workflows/${id}`));

	/** The first 250 workflows that are not archived. */
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
	/** Where publishing stands once nothing is in progress any more. n8n without the status: by `active`. */
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

	/** The executions that have ended, oldest first, with data. */
	const listExecutions = async (workflowId: string): Promise<Execution[]> => {
		const answer = await api(
			'GET',
			`/executions?workflowId=${workflowId}&includeData=true&limit=250`,
		);
		const ended = executionList.parse(answer).data.filter(({ status }) => endedStates.has(status));
		return ended.sort((a, b) => Number(a.id) - Number(b.id));
	};

	return {
		createWorkflow: async (workflow: WorkflowFile): Promise<SavedWorkflow> =>
			savedWorkflow.parse(await api('POST', '/workflows', workflow)),
		getWorkflow,
		listWorkflows,
		/** Undefined if there is none of this id or it is archived. */
		findWorkflow: async (id: string) =>
			(await listWorkflows()).find((workflow) => workflow.id === id),
		/** Saves; an active workflow is published again, and this waits for that. */
		updateWorkflow: async ({ id, name, nodes, connections, settings }: SavedWorkflow) => {
			const body = { name, nodes, connections, settings };
			const saved = savedWorkflow.parse(await api('PUT', `/workflows/${id}`, body));
			if (saved.active) await expectPublished(id);
			return saved;
		},
		/** Deactivates if needed, then deletes. */
		deleteWorkflow: async (id: string): Promise<void> => {
			if ((await getWorkflow(id)).active) await deactivate(id);
			await api('DELETE', `/workflows/${id}`);
		},
		/** Publishes and waits for the outcome; throws with the trigger's message if it failed. */
		activate: async (id: string): Promise<void> => {
			await api('POST', `/workflows/${id}/activate`);
			await expectPublished(id);
		},
		deactivate,
		/** Runs a saved workflow from this trigger as the editor's button does, or listens for a test event. */
		run: (workflow: SavedWorkflow, triggerName: string): Promise<unknown> =>
			rest('POST', `/workflows/${workflow.id}/run`, { triggerToStartFrom: { name: triggerName } }),
		publicationOutcome,
		listExecutions,
		/** Waits until at least `count` executions have ended. */
		waitForExecutions: (workflowId: string, count: number): Promise<Execution[]> =>
			waitUntil(
				async () => {
					const found = await listExecutions(workflowId);
					return found.length >= count ? found : undefined;
				},
				{ what: `${count} execution(s) of workflow ${workflowId}` },
			),
		createCredential: async (
			name: string,
			type: string,
			data: Record<string, unknown>,
		): Promise<string> => withId.parse(await rest('POST', '/credentials', { name, type, data })).id,
		updateCredential: async (
			id: string,
			name: string,
			type: string,
			data: Record<string, unknown>,
		): Promise<void> => {
			await rest('PATCH', `/credentials/${id}`, { name, type, data });
		},
		deleteCredential: async (id: string): Promise<void> => {
			await rest('DELETE', `/credentials/${id}`);
		},
	};
}
