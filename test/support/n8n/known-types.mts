import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import * as z from 'zod/v4';
import { findInstallationFolder } from '../../../host/n8n/n8n-paths.mts';
import { chosenVersion } from '../../../host/n8n/n8n-versions.mts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

const description = z.custom<INodeTypeDescription>(
	(value) =>
		z.looseObject({ name: z.string(), properties: z.array(z.unknown()) }).safeParse(value).success,
);
const nodeList = z.array(description);

type Described = { description: INodeTypeDescription };

/** The part of n8n that makes a tool of a node. */
const toolGeneration = z.object({
	convertNodeToAiTool: z.custom<(node: Described) => Described>(
		(value) => typeof value === 'function',
	),
});

/** Reads the lists that n8n's own packages ship, and adds our nodes. */
export async function readKnownTypes() {
	const modules = join(await findInstallationFolder(chosenVersion), 'node_modules');
	const require = createRequire(join(modules, 'n8n', 'package.json'));
	const { convertNodeToAiTool } = toolGeneration.parse(require('./dist/tool-generation'));
	const ofN8n = (name: string) => {
		const file = join(modules, name, 'dist', 'types', 'nodes.json');
		return nodeList.parse(JSON.parse(readFileSync(file, 'utf8')));
	};
	const own = [new VoiceAgent(), new VoiceAgentTrigger()].flatMap(({ description: node }) => [
		node,
		...(node.usableAsTool
			? [convertNodeToAiTool({ description: structuredClone(node) }).description]
			: []),
	]);
	const nodes = Object.entries({
		'n8n-nodes-base': ofN8n('n8n-nodes-base'),
		'@n8n/n8n-nodes-langchain': ofN8n('@n8n/n8n-nodes-langchain'),
		'n8n-nodes-voice-agent': own,
	}).flatMap(([name, list]) => list.map((node) => ({ type: `${name}.${node.name}`, node })));
	return {
		/** The description of a node type in one version, undefined if there is none. */
		findNode: (wanted: string, typeVersion: number) =>
			nodes.find(({ type, node }) => type === wanted && [node.version].flat().includes(typeVersion))
				?.node,
	};
}
