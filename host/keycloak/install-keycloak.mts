import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../scripts/project-paths.mjs';
import { runProcess, runStep } from '../../scripts/run.mjs';
import { installOnce } from '../n8n/install-once.mts';
import { findProgram } from '../services/find-program.mts';
import distribution from './distribution.json' with { type: 'json' };

const unpackGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
const { artifact, version, sha512 } = distribution;

// 190 MB, some minutes, and a build of half a minute on an idle machine: these only end what hangs.
const downloadLimitMs = 1_500_000;
const buildLimitMs = 600_000;

/**
 * Gives the folder of the pinned Keycloak, installing it on first use into a cache that all clones on
 * this machine share (about 190 MB; each step is shown). An installation becomes visible only when it
 * is complete; a second process waits for the first. Throws with what failed.
 */
export async function ensureKeycloak(options: { verbose?: boolean } = {}): Promise<string> {
	const folder = join(cacheFolder, `keycloak-${version}-${sha512.slice(0, 12)}`);
	await installOnce(folder, 'Keycloak', () => install(folder, options));
	return folder;
}

async function install(folder: string, options: { verbose?: boolean }): Promise<void> {
	const temporary = `${folder}.partial`;
	await rm(temporary, { recursive: true, force: true });
	const repository = join(temporary, 'repository');
	await runStep('download Keycloak', () => download(temporary, repository, options));
	await checkSum(repository);
	const unpacked = join(temporary, `keycloak-${version}`);
	await runStep('build Keycloak', () => build(unpacked, options));
	await rename(unpacked, folder);
	await rm(temporary, { recursive: true, force: true });
}

/** Maven finds the repository as this machine configures it, and the plugin unpacks without further programs. */
async function download(
	target: string,
	repository: string,
	{ verbose }: { verbose?: boolean },
): Promise<void> {
	await mkdir(target, { recursive: true });
	const argv = [
		'--batch-mode',
		'--quiet',
		`-Dmaven.repo.local=${repository}`,
		unpackGoal,
		`-Dartifact=${artifact}:${version}:zip`,
		`-DoutputDirectory=${target}`,
	];
	const { code, output } = await runProcess(findProgram('mvn', 'maven'), argv, {
		// Not the clone: Maven looks for a project in the folder that it is started in.
		cwd: target,
		verbose,
		timeoutMs: downloadLimitMs,
	});
	if (code !== 0) throw new Error(`Maven could not get Keycloak ${version}:\n${output}`);
}

/** Fixes the settings that a start cannot change: a start then takes a third of the time. */
async function build(distribution: string, { verbose }: { verbose?: boolean }): Promise<void> {
	findProgram('java', 'default-jre-headless');
	const program = join(distribution, 'bin', 'kc.sh');
	const { code, output } = await runProcess(program, ['build', '--db=dev-mem'], {
		cwd: distribution,
		verbose,
		timeoutMs: buildLimitMs,
	});
	if (code !== 0) throw new Error(`Keycloak could not be built:\n${output}`);
}

async function checkSum(repository: string): Promise<void> {
	const [group = '', name = ''] = artifact.split(':');
	const file = join(
		repository,
		group.replaceAll('.', '/'),
		name,
		version,
		`${name}-${version}.zip`,
	);
	const found = createHash('sha512')
		.update(await readFile(file))
		.digest('hex');
	if (found !== sha512) {
		throw new Error(
			`The Keycloak ${version} that was downloaded is not the pinned one: its SHA-512 is ${found}.`,
		);
	}
}

// Run before a suite that needs Keycloak, so its progress is seen and its time is not counted against a test.
if (import.meta.main) {
	ensureKeycloak({ verbose: process.argv.includes('--verbose') }).catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
