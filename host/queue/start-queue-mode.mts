import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '../services/start-postgres.mts';
import { startRedis, type RunningRedis } from '../services/start-redis.mts';
import { startN8n, type RunningN8n } from '../n8n/start-n8n.mts';
import { balanceConnections } from './balance-connections.mts';

export interface QueueModeOptions {
	/** Executions that one worker runs side by side. Default 10, n8n's own. */
	concurrency?: number;
	/** Databases beside n8n's own. */
	databases?: string[];
	/** Further environment variables for every n8n. */
	environment?: Record<string, string>;
}

/** n8n on several processes with what they share, each with our package. */
export type QueueMode = Awaited<ReturnType<typeof startQueueMode>>;

const database = 'n8n';
const processors = 2;
const workers = 2;

/** Starts PostgreSQL, Redis, one main, and then processors and workers side by side. */
export async function startQueueMode({
	concurrency = 10,
	databases = [],
	environment,
}: QueueModeOptions = {}) {
	const undo: (() => Promise<void>)[] = [];
	const close = async (): Promise<void> => {
		const failures: unknown[] = [];
		for (let action = undo.pop(); action !== undefined; action = undo.pop()) {
			await action().catch((error: unknown) => failures.push(error));
		}
		if (failures.length > 0) throw new AggregateError(failures, 'Not everything was ended.');
	};

	try {
		const folder = await mkdtemp(join(tmpdir(), 'voice-agent-queue-'));
		undo.push(() => rm(folder, { recursive: true, force: true }));
		const postgres = await startPostgres({ databases: [database, ...databases] });
		undo.push(postgres.close);
		const redis = await startRedis();
		undo.push(redis.close);
		const listening: RunningN8n[] = [];
		const balancer = await balanceConnections(() => listening.map(({ port }) => port));
		undo.push(balancer.close);
		const shared = {
			...describeServices(postgres, redis),
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			WEBHOOK_URL: `${balancer.url}/`,
			...environment,
		};

		const start = async (
			name: string,
			command: string[],
			own: Record<string, string>,
		): Promise<RunningN8n> => {
			const n8n = await startN8n({
				dataFolder: join(folder, name),
				command,
				environment: { ...shared, ...own },
			});
			undo.push(n8n.stop);
			return n8n;
		};
		// Alone, because it brings the database up to date.
		const main = await start('main', ['start'], { N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' });
		const editor = { N8N_EDITOR_BASE_URL: `${main.url}/` };
		const startAll = (count: number, name: string, command: string[]) =>
			Array.from({ length: count }, (_, index) => start(`${name}-${index + 1}`, command, editor));
		const [startedProcessors, startedWorkers] = await settleBoth(
			startAll(processors, 'processor', ['webhook']),
			startAll(workers, 'worker', ['worker', `--concurrency=${concurrency}`]),
		);
		listening.push(...startedProcessors);
		return {
			/** Editor and API; runs manual executions itself, as is n8n's default. */
			main,
			processors: startedProcessors,
			workers: startedWorkers,
			/** In front of the processors: the address that n8n builds webhook URLs from. */
			balancer,
			redis,
			postgres,
			/** n8n's own database in `postgres`. */
			database,
			/** Ends everything and removes every folder, also if a part of it has failed. */
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

function describeServices(postgres: RunningPostgres, redis: RunningRedis): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
	};
}

// Waits for all of them even if one has failed, so `close` knows of every process.
async function settleBoth<T>(first: Promise<T>[], second: Promise<T>[]): Promise<[T[], T[]]> {
	await Promise.allSettled([...first, ...second]);
	return [await Promise.all(first), await Promise.all(second)];
}
