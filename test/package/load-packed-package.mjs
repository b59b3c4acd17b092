// Run: node test/package/load-packed-package.mjs <package.tgz>
// Loads a packed package as n8n does, on whichever Node runs this: unpacked beside n8n-workflow, each
// listed node and credential required and made, and one delivery parsed. Ends with 1 if it cannot.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const modulesOfClone = resolve(import.meta.dirname, '../../node_modules');
const [tarball] = process.argv.slice(2);
assert(tarball !== undefined, 'Which package? Hand over the .tgz of npm pack.');

const folder = mkdtempSync(join(tmpdir(), 'load-package-'));
try {
	const modules = join(folder, 'node_modules');
	const target = join(modules, 'n8n-nodes-voice-agent');
	mkdirSync(modules);
	execFileSync('tar', ['-xzf', resolve(tarball), '-C', folder]);
	renameSync(join(folder, 'package'), target);
	symlinkSync(join(modulesOfClone, 'n8n-workflow'), join(modules, 'n8n-workflow'), 'junction');

	const load = createRequire(join(target, 'package.json'));
	const { n8n } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
	for (const file of [...n8n.nodes, ...n8n.credentials]) {
		const [name = ''] = basename(file).split('.');
		const made = new (load(`./${file}`)[name])();
		assert((made.description ?? made).properties.length > 0, `${name} has no properties.`);
	}
	const { parseDelivery } = load('./index.js');
	const parsed = parseDelivery({ event: 'ConversationComplete', data: { id: 'c-1' } });
	assert.equal(parsed.conversation?.id, 'c-1');
	console.log(`Loaded and used on Node ${process.versions.node}.`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
