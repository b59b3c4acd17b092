import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureN8n } from '../../host/n8n/install-n8n.mts';
import listed from '../fixtures/menu-names.json' with { type: 'json' };

const { n8n: names } = listed;

/** Of n8n's own nodes those that the pages name parameters of. */
const files = [
	'n8n-editor-ui/dist/assets/*.js',
	'n8n-nodes-base/dist/nodes/{DataTable,HttpRequest,Schedule,Transform}/**/*.js',
];

test('the names that the pages take from n8n are in n8n', async () => {
	const cwd = join((await ensureN8n()).folder, 'node_modules');
	const missing = new Set(names);
	for (const file of globSync(files, { cwd })) {
		const text = readFileSync(join(cwd, file), 'utf8');
		for (const name of missing) {
			if (['"', "'", '`'].some((quote) => text.includes(quote + name + quote)))
				missing.delete(name);
		}
	}
	expect(names.length).toBeGreaterThan(20);
	expect([...missing]).toEqual([]);
});
