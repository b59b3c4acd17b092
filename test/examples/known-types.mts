import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import * as z from 'zod/v4';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { findInstallationFolder } from '../../host/n8n/n8n-paths.mts';
import { chosenVersion } from '../../host/n8n/n8n-versions.mts';

const description = z.custom<INodeTypeDescription>(
	(value) => z.looseObject({ name: z.string(), properties: z.array(z.unknown()) }).safeParse(value).success,
);
const nodeList = z.array(description);
const credentialList = z.array(z.looseObject({ name: z.string() }));

/** What the n8n under test and our package bring. */
export interface KnownTypes {
	/** The description of a node type in one version, undefined if there is none. */
	findNode(type: string, typeVersion: number): INodeTypeDescription | undefined;
	/** Names of the credential types. */
	credentials: Set<string>;
}

const packages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

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

/** Reads the lists that n8n's own packages ship, and the node and credential classes of our build. */
export async function readKnownTypes(): Promise<KnownTypes> {
	const modules = join(await findInstallationFolder(chosenVersion), 'node_modules');
	const nodes = new Map<string, INodeTypeDescription[]>();
	const credentials = new Set<string>();
	for (const name of packages) {
		const read = (file: string): unknown =>
			JSON.parse(readFileSync(join(modules, name, 'dist', 'types', file), 'utf8'));
		for (const node of nodeList.parse(read('nodes.json'))) {
			const type = `${name}.${node.name}`;
			nodes.set(type, [...(nodes.get(type) ?? []), node]);
		}
		for (const credential of credentialList.parse(read('credentials.json'))) {
			credentials.add(credential.name);
		}
	}
	const own = readOwnPackage();
	const makeTool = readToolMaker(join(modules, 'n8n'));
	for (const node of own.nodes) {
		nodes.set(`${own.name}.${node.name}`, [node]);
		if (!node.usableAsTool) continue;
		const tool = makeTool({ description: structuredClone(node) }).description;
		nodes.set(`${own.name}.${tool.name}`, [tool]);
	}
	for (const credential of own.credentials) credentials.add(credential);
	return {
		credentials,
		findNode: (type, typeVersion) =>
			nodes.get(type)?.find(({ version }) => [version].flat().includes(typeVersion)),
	};
}

const manifest = z.object({
	name: z.string(),
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});
const ownNode = z.object({ description });
const ownCredential = z.object({ name: z.string() });

function readOwnPackage(): { name: string; nodes: INodeTypeDescription[]; credentials: string[] } {
	const load = createRequire(import.meta.url);
	const { name, n8n } = manifest.parse(load(join(projectRoot, 'package.json')));
	const build = (file: string): unknown => {
		const classes: unknown[] = Object.values(load(join(projectRoot, file)));
		const [first] = classes;
		if (typeof first !== 'function') throw new Error(`${file} exports no class.`);
		return Reflect.construct(first, []);
	};
	return {
		name,
		nodes: n8n.nodes.map((file) => ownNode.parse(build(file)).description),
		credentials: n8n.credentials.map((file) => ownCredential.parse(build(file)).name),
	};
}
