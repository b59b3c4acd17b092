import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const node = `'use strict';
class BareTrigger {
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
}
exports.BareTrigger = BareTrigger;
`;

const manifest = {
	name: 'n8n-nodes-bare',
	version: '1.0.0',
	n8n: { n8nNodesApiVersion: 1, nodes: ['dist/BareTrigger.node.js'] },
};

/** A throw-away community package that emits the body and does nothing else: the limit for any package. */
export async function placeBarePackage(dataFolder: string): Promise<void> {
	const folder = join(dataFolder, '.n8n/nodes/node_modules/n8n-nodes-bare');
	await mkdir(join(folder, 'dist'), { recursive: true });
	await writeFile(join(folder, 'dist/BareTrigger.node.js'), node);
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}
