import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServiceFolder, type ServiceFolder } from './create-service-folder.mts';
import { findProgram } from './find-program.mts';
import { findPort } from '../find-port.mts';
import { runProgram } from '../run-program.mts';

const execute = promisify(execFile);
const host = '127.0.0.1';
const user = 'sandbox';
const maxOutputBytes = 64 * 1024 * 1024;

/** A private PostgreSQL on loopback. */
export type RunningPostgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Starts Debian's PostgreSQL in its own folder on a free port, with these databases; never the
 * system's cluster. It does not wait for the disk: it is thrown away afterwards. Throws if a program is missing.
 */
export async function startPostgres(options: { databases: string[] }) {
	const initdb = findProgram('initdb', 'postgresql');
	const server = findProgram('postgres', 'postgresql');
	const psql = findProgram('psql', 'postgresql-client');
	const password = randomBytes(12).toString('hex');
	const port = await findPort();
	const folder = await createServiceFolder('voice-agent-postgres-');

	const ask = async (database: string, sql: string): Promise<string> => {
		const argv = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', sql];
		const connection = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password };
		const { stdout } = await execute(psql, argv, {
			env: { ...process.env, ...connection },
			maxBuffer: maxOutputBytes,
		});
		return stdout;
	};

	try {
		await createCluster(folder, initdb, password);
		const argv = ['-D', join(folder.path, 'data'), ...describeSettings(port)];
		const running = await runProgram({
			name: 'PostgreSQL',
			...folder.wrap(server, argv, 'SIGINT'),
			isReady: () =>
				ask('postgres', 'select 1').then(
					() => true,
					() => false,
				),
		});
		try {
			for (const name of options.databases) {
				await ask('postgres', `create database "${name}"`);
			}
		} catch (error) {
			await running.stop();
			throw error;
		}
		return {
			host,
			port,
			/** Owner of every database. */
			user,
			password,
			processId: running.processId,
			/** Runs statements that answer nothing. Throws with PostgreSQL's own message. */
			execute: async (database: string, sql: string): Promise<void> => {
				await ask(database, sql);
			},
			/** The rows of one SELECT, as JSON. Throws with PostgreSQL's own message. */
			query: async (database: string, select: string): Promise<unknown> =>
				JSON.parse(await ask(database, `select coalesce(json_agg(t), '[]') from (${select}) t`)),
			/** Ends it and removes its folder. */
			close: async (): Promise<void> => {
				await running.stop();
				await folder.remove();
			},
		};
	} catch (error) {
		await folder.remove();
		throw error;
	}
}

async function createCluster(
	folder: ServiceFolder,
	initdb: string,
	password: string,
): Promise<void> {
	const passwordFile = join(folder.path, 'password');
	await writeFile(passwordFile, password);
	await chmod(passwordFile, 0o644);
	const { program, argv, cwd } = folder.wrap(initdb, [
		`--pgdata=${join(folder.path, 'data')}`,
		`--username=${user}`,
		`--pwfile=${passwordFile}`,
		'--auth=scram-sha-256',
		'--encoding=UTF8',
		'--locale=C.UTF-8',
		'--no-sync',
	]);
	await execute(program, argv, { cwd });
	await rm(passwordFile);
}

function describeSettings(port: number): string[] {
	const settings: Record<string, string> = {
		listen_addresses: host,
		port: String(port),
		// Nothing outside the folder: a Unix socket would be in a shared one.
		unix_socket_directories: '',
		max_connections: '200',
		fsync: 'off',
	};
	return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
