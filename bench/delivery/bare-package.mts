import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
	const folder = join(dataFolder, '.n8n/nodes/node_modules/n8n-nodes-bare');
	await mkdir(join(folder, 'dist'), { recursive: true });
	await writeFile(join(folder, 'dist/BareTrigger.node.js'), trigger);
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}
