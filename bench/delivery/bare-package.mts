import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A trigger that does nothing but emit what this expression gives; `body` is the parsed body. */
function writeTrigger(className: string, displayName: string, item: string): string {
	const name = className.charAt(0).toLowerCase() + className.slice(1);
	return `'use strict';
class ${className} {
	constructor() {
		this.description = {
			displayName: '${displayName}', name: '${name}', group: ['trigger'], version: 1,
			description: 'Emits an item', defaults: { name: '${displayName}' }, inputs: [], outputs: ['main'],
			credentials: [{ name: 'voiceAgentTokenApi', required: false }],
			webhooks: [{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived', responseData: '' }],
			properties: [],
		};
		const yes = async () => true;
		this.webhookMethods = { default: { checkExists: yes, create: yes, delete: yes } };
	}
	async webhook() {
		const body = this.getBodyData();
		return { workflowData: [[{ json: ${item} }]], webhookResponse: { status: 'accepted' } };
	}
}
exports.${className} = ${className};
`;
}

const manifest = {
	name: 'n8n-nodes-bare',
	version: '1.0.0',
	n8n: {
		n8nNodesApiVersion: 1,
		nodes: ['dist/BareTrigger.node.js', 'dist/BareItemTrigger.node.js'],
	},
};

/**
 * A throw-away community package with two triggers that do nothing else: one emits the body, which
 * makes it the limit for any package; the other emits this item, ready-made, under the body's id.
 */
export async function placeBarePackage(dataFolder: string, item: object): Promise<void> {
	const folder = join(dataFolder, '.n8n/nodes/node_modules/n8n-nodes-bare');
	const files = {
		'dist/BareTrigger.node.js': writeTrigger('BareTrigger', 'Bare Trigger', 'body'),
		'dist/BareItemTrigger.node.js':
			`const item = ${JSON.stringify(item)};\n` +
			writeTrigger('BareItemTrigger', 'Bare Item Trigger', '{ ...item, id: body.data.id }'),
		'package.json': JSON.stringify(manifest),
	};
	await mkdir(join(folder, 'dist'), { recursive: true });
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
