import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { holdDataFolder } from '../../../host/demo/data-folder.mts';
import { holdInstallLock } from '../../../host/n8n/install-once.mts';
import { loadStartState, saveStartState } from '../../../host/demo/start-state.mts';
import { describeInstallation } from '../../../host/n8n/n8n-paths.mts';
import { findVersionFolder, listVersions } from '../../../host/n8n/n8n-versions.mts';
import { takeMigratedDatabase } from '../../../host/n8n/migrated-database.mts';
import { projectRoot } from '../../../scripts/project-paths.mjs';
import { matchesLock } from '../../../scripts/node-modules.mjs';

// The parts of the bootstrap and of `npm start` that decide what is reused, waited for or ended.
let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'voice-agent-parts-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function place(file: string, text: string): Promise<void> {
	await mkdir(dirname(join(folder, file)), { recursive: true });
	await writeFile(join(folder, file), text);
}

describe('holdInstallLock', () => {
	const silence = () => jest.spyOn(console, 'log').mockImplementation(() => undefined);

	test('lets the second wait until the first has released it', async () => {
		const file = join(folder, 'lock');
		const log = silence();
		try {
			const first = await holdInstallLock(file, 'n8n');
			let held = false;
			const second = holdInstallLock(file, 'n8n').then((lock) => {
				held = true;
				return lock;
			});
			// Once more it looks and finds the lock held.
			await sleep(500);
			expect(held).toBe(false);
			const lines = log.mock.calls.flat();
			expect(lines).toEqual(['Another process is installing n8n; waiting for it.']);
			first.release();
			(await second).release();
		} finally {
			log.mockRestore();
		}
	});

	test('a lock whose process was killed is taken over by one waiter at a time', async () => {
		const file = join(folder, 'lock');
		const script = join(folder, 'hold.mts');
		const source = pathToFileURL(join(projectRoot, 'host', 'n8n', 'install-once.mts')).href;
		const hold = `import { holdInstallLock } from '${source}';
			await holdInstallLock('${file}', 'n8n');
			console.log('held');
			setInterval(() => undefined, 1000);`;
		await writeFile(script, hold);
		const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
		await once(holder.stdout, 'data');
		holder.kill('SIGKILL');
		await once(holder, 'close');

		const log = silence();
		let holders = 0;
		let most = 0;
		await Promise.all(
			Array.from({ length: 3 }, async () => {
				const lock = await holdInstallLock(file, 'n8n');
				holders += 1;
				most = Math.max(most, holders);
				await setImmediate();
				holders -= 1;
				await lock.release();
			}),
		);
		log.mockRestore();
		expect(most).toBe(1);
	});
});

test('an unknown version of n8n is rejected with those that there are', () => {
	expect(() => findVersionFolder('1.0.0')).toThrow(
		`--n8n 1.0.0 is not among ${listVersions().join(', ')}`,
	);
});

describe('holdDataFolder', () => {
	test('makes a folder that only its owner can open', async () => {
		const made = join(folder, 'deep', 'data');
		await (
			await holdDataFolder(made)
		)();
		expect((await stat(made)).mode & 0o777).toBe(0o700);
		expect(await readdir(made)).toEqual([]);
	});

	test('a start that was killed holds nothing, one that runs does', async () => {
		const killed = spawn(process.execPath, ['-e', '']);
		await once(killed, 'close');
		const file = join(folder, 'run.json');
		await writeFile(file, JSON.stringify({ processId: killed.pid }));
		const release = await holdDataFolder(folder);
		await expect(holdDataFolder(folder)).rejects.toThrow(`Another start (process ${process.pid})`);
		await release();
		expect(existsSync(file)).toBe(false);
	});
});

test('the state of a start can be saved twice at the same time', async () => {
	const state = await loadStartState(folder);
	await Promise.all([1, 2, 3].map((nextSeed) => saveStartState(folder, { ...state, nextSeed })));
	expect([1, 2, 3]).toContain((await loadStartState(folder)).nextSeed);
	expect(await readdir(folder)).toEqual(['state.json']);
});

describe('matchesLock', () => {
	const wanted = {
		'': { name: 'x' },
		'node_modules/a': { version: '1.0.0' },
		'node_modules/b': { version: '2.0.0', optional: true },
	};

	test.each<[string, object | null, boolean]>([
		['everything', { a: '1.0.0', b: '2.0.0' }, true],
		['all but an optional package', { a: '1.0.0' }, true],
		['another version', { a: '1.0.1' }, false],
		['another version of an optional package', { a: '1.0.0', b: '2.1.0' }, false],
		['less', { b: '2.0.0' }, false],
		['nothing', null, false],
	])('%s installed', async (_name, installed, expected) => {
		await place('package-lock.json', JSON.stringify({ packages: wanted }));
		if (installed !== null) {
			const inFolder = Object.entries(installed).map(([name, version]) => [
				`node_modules/${name}`,
				{ version },
			]);
			const packages = Object.fromEntries(inFolder);
			await place('node_modules/.package-lock.json', JSON.stringify({ packages }));
		}
		expect(await matchesLock(folder)).toBe(expected);
	});
});

test.each([
	['is put into a data folder without one', 'kept', null, 'kept'],
	['replaces no other', 'kept', 'in use', 'in use'],
	['that is not there leaves the migrations to n8n', null, null, null],
])('a database that was migrated before %s', async (_name, kept, present, expected) => {
	const database = '.n8n/database.sqlite';
	if (kept !== null) await place('n8n/migrated.sqlite', kept);
	if (present !== null) await place(database, present);
	await takeMigratedDatabase(describeInstallation(join(folder, 'n8n')), folder);
	expect(await readFile(join(folder, database), 'utf8').catch(() => null)).toBe(expected);
});
