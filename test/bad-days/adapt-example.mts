import { randomUUID } from 'node:crypto';
import {
	workflowFile,
	type WorkflowFile,
	type WorkflowNode,
} from '../../host/n8n/n8n-workflow-types.mts';
import { triggerType } from '../../host/n8n/voice-agent-nodes.mts';
import * as z from 'zod/v4';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { ownOutcome, ownStatus } from './odd-calls.mts';

/** The Data Tables of all examples. */
const tables = new Set(
	exampleNames
		.flatMap((name) => readExampleFile(name).nodes)
		.flatMap(({ parameters: { tableName } }) => (typeof tableName === 'string' ? [tableName] : [])),
);

/** Ending of the names of an account's Data Tables: `_1` for the account `-1`. */
export const tableSuffix = (account: string): string => account.replace('-', '_');

/** The account in which an example is published. */
interface Place {
	name: string;
	/** Path of the account's chat. */
	hook: string;
	/** Folder of the account's files. */
	folder: string;
	/** Name of the schedule node that the suite starts. */
	start?: string;
}

/**
 * Gives an example a chat, a folder and Data Tables that no other account has. A webhook replaces the schedule `start`,
 * so that the suite can start it: n8n calls no error workflow for a run by hand. All other schedules are off.
 */
export function adaptTo({ name, hook, folder, start }: Place) {
	const suffix = tableSuffix(name);
	return (file: WorkflowFile): WorkflowFile => {
		const text = [...tables].reduce<string>(
			(nodes, table) => nodes.replaceAll(new RegExp(`\\b${table}\\b`, 'g'), table + suffix),
			JSON.stringify(file)
				.replaceAll('/hooks/REPLACE-ME', hook)
				.replaceAll('/home/node/.n8n-files', folder),
		);
		const adapted = workflowFile.parse(JSON.parse(text));
		const nodes = adapted.nodes.map((node) => {
			if (node.type === triggerType) return addOwnOutcome(node);
			if (node.type !== 'n8n-nodes-base.scheduleTrigger') return node;
			if (node.name !== start) return { ...node, disabled: true };
			const webhookId = randomUUID();
			const parameters = { httpMethod: 'POST', path: webhookId, options: {} };
			return { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId, parameters };
		});
		return { ...adapted, nodes };
	};
}

const rulesOf = z.object({ rule: z.array(z.unknown()) }).default({ rule: [] });

/** Adds a rule by which a call of one status has an outcome that no example knows. */
function addOwnOutcome({ parameters, ...node }: WorkflowNode): WorkflowNode {
	const { rule } = rulesOf.parse(parameters.outcomeRules);
	const ours = { when: 'statusIs', value: ownStatus, outcome: ownOutcome };
	return { ...node, parameters: { ...parameters, outcomeRules: { rule: [ours, ...rule] } } };
}
