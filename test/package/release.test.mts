import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkFiles, checkNotices, checkSources } from '../../scripts/release/check-release.mjs';
import { fillIn } from '../../scripts/release/fill-in.mjs';
import { projectFolder } from './pack.mts';

// The first release, rehearsed without publishing: scripts/rehearse-release.mjs.
const release = {
	name: 'n8n-nodes-voice-agent',
	author: 'Acme',
	email: 'nodes@acme.test',
	repository: 'https://github.com/acme/n8n-nodes-voice-agent',
	date: '2026-12-01',
};
const parts = [
	'package.json',
	'README.md',
	'CHANGELOG.md',
	'docs',
	'credentials',
	'nodes',
	'icons',
];
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'voice-agent-filled-'));
	for (const part of parts) {
		cpSync(path.join(projectFolder, part), path.join(folder, part), { recursive: true });
	}
	fillIn(folder, release);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (file: string, from: string | RegExp, to: string) => {
	const target = path.join(folder, file);
	const text = readFileSync(target, 'utf8');
	const changed = text.replace(from, to);
	expect(changed).not.toBe(text);
	writeFileSync(target, changed);
};

test('a clone that is filled in has nothing left to mend, and names the repository everywhere', () => {
	expect(checkSources(folder)).toEqual([]);
	expect(readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')).toContain(
		'## 0.1.0 (2026-12-01)',
	);
	expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain(
		'Community nodes → Install',
	);
	const trigger = 'nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.json';
	expect(JSON.parse(readFileSync(path.join(folder, trigger), 'utf8')).resources).toEqual({
		primaryDocumentation: [
			{ url: `${release.repository}/blob/main/docs/nodes/voice-agent-trigger.md` },
		],
		credentialDocumentation: [{ url: `${release.repository}#sign-in` }],
	});
});

test.each([
	['package.json', /nodes@acme\.test/, 'nodes@example.com', 'package.json: author still holds'],
	[
		'package.json',
		/"repository": \{[^}]*\}/,
		'"repository": {}',
		'package.json: repository is missing',
	],
	[
		'credentials/VoiceAgentTokenApi.credentials.ts',
		'#sign-in',
		'#credentials',
		'VoiceAgentTokenApi.credentials.ts leads nowhere',
	],
	[
		'nodes/VoiceAgent/VoiceAgent.node.json',
		'voice-agent.md',
		'agent.md',
		'node.json leads nowhere',
	],
	[
		'nodes/VoiceAgent/VoiceAgent.node.json',
		'https://github.com/acme/n8n-nodes-voice-agent/blob',
		'https://documentation.invalid/blob',
		'node.json still holds',
	],
	['README.md', '## Security', 'Unreleased\n\n## Security', 'README.md still says "Unreleased"'],
	[
		'docs/install.md',
		'## Docker',
		'`npm run pack:local`\n\n## Docker',
		'install.md still says "pack:local"',
	],
	['CHANGELOG.md', '(2026-12-01)', '(unreleased)', 'CHANGELOG.md still says "unreleased"'],
])('in %s, %s as %s stops a release', (file, from, to, problem) => {
	change(file, from, to);
	expect(checkSources(folder)).toEqual([expect.stringContaining(problem)]);
});

test('a page without a place for the release stops the release', () => {
	expect(() => fillIn(folder, release)).toThrow('package.json has no place');
});

test('a file too many and one too few are named', () => {
	const files = checkFiles(projectFolder, []).map((text) =>
		text.slice('The package lacks '.length, -1),
	);
	expect(checkFiles(projectFolder, files)).toEqual([]);
	expect(checkFiles(projectFolder, [...files.slice(1), '.env'])).toEqual([
		'The package holds .env.',
		`The package lacks ${files[0]}.`,
	]);
});

test('a licence that the notices lack is named', () => {
	const notices = readFileSync(path.join(projectFolder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
	const modules = path.join(projectFolder, 'node_modules');
	const apache = readFileSync(
		path.join(modules, 'libphonenumber-js/LICENSE.Apache'),
		'utf8',
	).trim();
	expect(checkNotices(notices.replace(apache, ''), modules)).toEqual([
		'THIRD-PARTY-NOTICES.txt lacks LICENSE.Apache of libphonenumber-js.',
	]);
	expect(checkNotices('', modules)).toEqual(['THIRD-PARTY-NOTICES.txt names no package.']);
});

test('the rehearsal builds, packs and scans the last commit, and publishes nothing', async () => {
	const script = path.join(projectFolder, 'scripts/rehearse-release.mjs');
	const { stdout } = await promisify(execFile)(process.execPath, [script]);
	expect(stdout).toMatch(/^Ready: \d+ files\. Nothing was published\.$/m);
});
