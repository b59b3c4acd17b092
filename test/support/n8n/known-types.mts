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

function readToolMaker(n8n: string): (node: Described) => Described {
	const file = join(n8n, 'dist', 'tool-generation');
	return toolGeneration.parse(createRequire(join(n8n, 'package.json'))(file)).convertNodeToAiTool;
}

/** Reads the lists that n8n's own packages ship, and adds our nodes. */
export async function readKnownTypes() {
	const modules = join(await findInstallationFolder(chosenVersion), 'node_modules');
	const nodes = new Map<string, INodeTypeDescription[]>();
	const addNode = (name: string, node: INodeTypeDescription): void => {
		const type = `${name}.${node.name}`;
		nodes.set(type, [...(nodes.get(type) ?? []), node]);
	};
	for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
		const file = join(modules, name, 'dist', 'types', 'nodes.json');
		for (const node of nodeList.parse(JSON.parse(readFileSync(file, 'utf8')))) addNode(name, node);
	}
	const makeTool = readToolMaker(join(modules, 'n8n'));
	for (const { description: node } of [new VoiceAgent(), new VoiceAgentTrigger()]) {
		addNode('n8n-nodes-voice-agent', node);
		if (!node.usableAsTool) continue;
		addNode('n8n-nodes-voice-agent', makeTool({ description: structuredClone(node) }).description);
	}
	return {
		/** The description of a node type in one version, undefined if there is none. */
		findNode: (type: string, typeVersion: number) =>
			nodes.get(type)?.find(({ version }) => [version].flat().includes(typeVersion)),
	};
}
