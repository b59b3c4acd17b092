import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findModules } from '../../host/n8n/place-package.mts';

const trigger = `'use strict';
exports.BareTrigger = class {
	constructor() {
		this.description = {
			displayName: 'Bare Trigger', name: 'bareTrigger', group: ['trigger'], version: 1,
			description: 'Emits the body', defaults: { name: 'Bare Trigger' }, inputs: [], outputs: ['main'],
			webhooks: [{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived', responseData: '' }],
			properties: [],
		};
		const yes = async () => true;
		this.webhookMethods = { default: { checkExists: yes, create: yes, delete: yes } };
	}
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]], webhookResponse: { status: 'accepted' } };
	}
};
`;

const manifest = {
	name: 'n8n-nodes-bare',
	version: '1.0.0',
	n8n: { n8nNodesApiVersion: 1, nodes: ['dist/BareTrigger.node.js'] },
};

/** A throw-away community package with a trigger that only emits the body: the limit for any package. */
export async function placeBarePackage(dataFolder: string): Promise<void> {
	const folder = join(findModules(dataFolder), manifest.name);
	await mkdir(join(folder, 'dist'), { recursive: true });
	await writeFile(join(folder, 'dist/BareTrigger.node.js'), trigger);
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

export const BESIDE_PACKAGE = 'n8n-nodes-beside';

/** What another clone has built, under a name of its own. Its nodes use the credentials of this clone. */
export async function placeOtherClone(dataFolder: string, clone: string): Promise<void> {
	const folder = join(findModules(dataFolder), BESIDE_PACKAGE);
	await cp(join(clone, 'dist'), join(folder, 'dist'), { recursive: true });
	const { n8n, ...others } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8'));
	const renamed = { ...others, name: BESIDE_PACKAGE, n8n: { ...n8n, credentials: [] } };
	await writeFile(join(folder, 'package.json'), JSON.stringify(renamed));
}
