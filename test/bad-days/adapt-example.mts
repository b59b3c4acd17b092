import { randomUUID } from 'node:crypto';
import { workflowFile, type WorkflowFile } from '../../host/n8n/n8n-workflow-types.mts';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';

/** The Data Tables of all examples. */
const tables = new Set(
	exampleNames
		.flatMap((name) => readExampleFile(name).nodes)
		.flatMap(({ parameters: { tableName } }) => (typeof tableName === 'string' ? [tableName] : [])),
);

/** What the name of a Data Table of an account ends with. */
export const tableSuffix = (account: string): string => account.replace('-', '_');

/**
 * Gives an example chats and Data Tables that no other account has. A schedule comes when the suite says so:
 * it is a webhook in its place, since n8n calls no error workflow for a run by hand; all others are off.
 */
export function adaptTo({ name, hook, start }: { name: string; hook: string; start?: string }) {
	const suffix = tableSuffix(name);
	return (file: WorkflowFile): WorkflowFile => {
		const text = [...tables].reduce<string>(
			(nodes, table) => nodes.replaceAll(new RegExp(`\\b${table}\\b`, 'g'), table + suffix),
			JSON.stringify(file).replaceAll('/hooks/REPLACE-ME', hook),
		);
		const adapted = workflowFile.parse(JSON.parse(text));
		const nodes = adapted.nodes.map((node) => {
			if (node.type !== 'n8n-nodes-base.scheduleTrigger') return node;
			if (node.name !== start) return { ...node, disabled: true };
			const webhookId = randomUUID();
			const parameters = { httpMethod: 'POST', path: webhookId, options: {} };
			return { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId, parameters };
		});
		return { ...adapted, nodes };
	};
}
