import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/v4';
import { packProject, projectFolder, type PackedPackage } from './pack.mts';

const run = promisify(execFile);
const repository = 'https://github.com/acme/n8n-nodes-voice-agent';
const author = 'Acme <nodes@acme.io>';
const manifest = z.object({
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});
const codex = z.object({
	resources: z.object({
		primaryDocumentation: z.array(z.object({ url: z.string() })).optional(),
		credentialDocumentation: z.array(z.object({ url: z.string() })).optional(),
	}),
});

interface Links {
	credentials: (string | undefined)[];
	nodes: z.infer<typeof codex>['resources'][];
}

/** Every link to the documentation that n8n's editor would show. */
async function readLinks({ folder }: PackedPackage): Promise<Links> {
	const read = (file: string) => readFile(path.join(folder, file), 'utf8');
	const { n8n } = manifest.parse(JSON.parse(await read('package.json')));
	return {
		credentials: await Promise.all(
			n8n.credentials.map(
				async (file) => /documentationUrl\s*=\s*"([^"]*)"/.exec(await read(file))?.[1],
			),
		),
		nodes: await Promise.all(
			n8n.nodes.map(async (file) => codex.parse(JSON.parse(await read(`${file}on`))).resources),
		),
	};
}

/** A copy of what the build reads, in which package.json may be changed. */
async function copyProject(): Promise<string> {
	const copy = await mkdtemp(path.join(tmpdir(), 'voice-agent-address-'));
	const names = ['core', 'nodes', 'credentials', 'icons', 'scripts', 'gulpfile.js', 'index.js'];
	for (const name of [...names, 'package.json', 'LICENSE', 'README.md']) {
		await cp(path.join(projectFolder, name), path.join(copy, name), { recursive: true });
	}
	await symlink(path.join(projectFolder, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

test('while there is no repository the package holds no link, and may not be published', async () => {
	const packed = await packProject();
	try {
		const links = await readLinks(packed);
		expect(links).toEqual({ credentials: [undefined, undefined], nodes: [{}, {}] });
	} finally {
		await packed.remove();
	}
	const check = run(process.execPath, ['scripts/check-address.mts'], { cwd: projectFolder });
	await expect(check).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining('homepage, repository.url, author.email'),
	});
}, 60_000);

test('once the repository is set every link leads to a page of it', async () => {
	const copy = await copyProject();
	try {
		await run(process.execPath, ['scripts/set-address.mts', repository, author], { cwd: copy });
		await run(process.execPath, ['scripts/check-address.mts'], { cwd: copy });
		await run(process.execPath, ['node_modules/gulp/bin/gulp.js', 'build'], { cwd: copy });
		const packed = await packProject(copy);
		const pages = ['voice-agent', 'voice-agent-trigger'].map((name) => `docs/nodes/${name}.md`);
		try {
			expect(await readLinks(packed)).toEqual({
				credentials: [`${repository}#sign-in`, `${repository}#sign-in-with-a-token`],
				nodes: pages.map((page) => ({
					primaryDocumentation: [{ url: `${repository}/blob/main/${page}` }],
					credentialDocumentation: [{ url: `${repository}#sign-in` }],
				})),
			});
		} finally {
			await packed.remove();
		}
		expect(pages.filter((page) => !existsSync(path.join(projectFolder, page)))).toEqual([]);
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}, 60_000);

test.each([
	['a repository elsewhere', 'https://example.com/acme/nodes', author],
	['an author without an address', repository, 'Acme'],
])('%s is rejected, and package.json stays', async (_, address, person) => {
	const before = await readFile(path.join(projectFolder, 'package.json'), 'utf8');
	const set = run(process.execPath, ['scripts/set-address.mts', address, person], {
		cwd: projectFolder,
	});
	await expect(set).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage:') });
	expect(await readFile(path.join(projectFolder, 'package.json'), 'utf8')).toBe(before);
});
