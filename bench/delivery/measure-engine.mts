import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../host/n8n/n8n-client.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { placeBarePackage, placeOtherClone } from './bench-packages.mts';
import { sendLoad, type Load } from './send-load.mts';
import {
	createCredentials,
	listSubjects,
	publishSubject,
	type PublishedSubject,
	type Subject,
} from './subjects.mts';

/** An execution that has not ended so long after the one before it counts as failed. */
const PATIENCE_MS = 10_000;

export type Engine = 'default' | 'legacy';

/** The circumstances under which all subjects are measured in turn. */
export interface Group {
	saved: boolean;
	connections: number;
}

/** What one subject did in one round. */
export interface Round {
	/** Executions that ended well, over the time from the first request to the end of the last one. */
	perSecond: number;
	/** Responses other than 2xx, and executions that failed or did not end. */
	failed: number;
	/** Milliseconds to each response. */
	latencies: number[];
}

export interface MeasuredGroup extends Group {
	engine: Engine;
	rounds: ReadonlyMap<Subject, Round[]>;
}

export interface MeasureSettings extends Pick<Load, 'durationMs' | 'nextBody' | 'headers'> {
	rounds: number;
	/** A folder with another clone that is built: its trigger is measured beside ours. */
	otherClone: string | undefined;
}

/** The environment of an n8n with this expression engine. */
export function chooseEngine(engine: Engine): Record<string, string> {
	return engine === 'legacy' ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
}

/** Starts an n8n with this expression engine and measures each group. */
export async function measureEngine(
	engine: Engine,
	groups: Group[],
	sandbox: Sandbox,
	settings: MeasureSettings,
): Promise<MeasuredGroup[]> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-bench-'));
	const { otherClone } = settings;
	await placeBarePackage(dataFolder);
	if (otherClone !== undefined) await placeOtherClone(dataFolder, otherClone);
	const n8n = await startN8n({
		dataFolder,
		environment: chooseEngine(engine),
	});
	const statistics = openStatistics(dataFolder);
	try {
		const owner = { email: 'owner@example.com', password: 'Bench-owner-1' };
		const client = createClient(await openSession(n8n.url, owner));
		const credentials = await createCredentials(client, sandbox);
		const measured: MeasuredGroup[] = [];
		for (const group of groups) {
			const published = new Map<Subject, PublishedSubject>();
			for (const subject of listSubjects(otherClone)) {
				const { saved } = group;
				const workflow = await publishSubject(client, n8n.url, subject, saved, credentials);
				published.set(subject, workflow);
			}
			measured.push({
				engine,
				...group,
				rounds: await measureGroup(group, published, statistics, settings),
			});
			console.log(
				`  measured: ${engine} engine, ${group.saved ? 'saved' : 'not saved'}, ${group.connections} connections`,
			);
		}
		return measured;
	} finally {
		statistics.close();
		await n8n.stop();
		await rm(dataFolder, { recursive: true, force: true });
	}
}

/** Measures the subjects in turn. Every second round runs backwards, so no subject is always last. */
async function measureGroup(
	{ connections }: Group,
	published: ReadonlyMap<Subject, PublishedSubject>,
	statistics: ReturnType<typeof openStatistics>,
	{ rounds: count, durationMs, nextBody, headers }: MeasureSettings,
): Promise<ReadonlyMap<Subject, Round[]>> {
	const load = { connections, durationMs, nextBody, headers };
	const rounds = new Map<Subject, Round[]>([...published.keys()].map((subject) => [subject, []]));
	// Round 0 warms up, and starts the runner of the Code node.
	for (let round = 0; round <= count; round++) {
		for (const [subject, { url, workflowId }] of round % 2 === 0
			? published
			: [...published].toReversed()) {
			const result = await measureRound(statistics, workflowId, { ...load, url });
			if (round > 0) rounds.get(subject)?.push(result);
		}
	}
	return rounds;
}

async function measureRound(
	{ countEnded }: ReturnType<typeof openStatistics>,
	workflowId: string,
	load: Load,
): Promise<Round> {
	const before = countEnded(workflowId);
	const startedAt = performance.now();
	const { latencies, failed } = await sendLoad(load);
	// A subject that takes nothing would be a row of zeros.
	if (latencies.length === 0) throw new Error(`${load.url} took none of ${failed} deliveries.`);
	let [ended, endedAt] = [countEnded(workflowId), performance.now()];
	const countMissing = () => latencies.length - (ended.all - before.all);
	while (countMissing() > 0 && performance.now() - endedAt < PATIENCE_MS) {
		await sleep(10);
		const now = countEnded(workflowId);
		if (now.all > ended.all) [ended, endedAt] = [now, performance.now()];
	}
	const successes = ended.successes - before.successes;
	return {
		perSecond: (successes / (endedAt - startedAt)) * 1000,
		failed: failed + latencies.length - successes,
		latencies,
	};
}

/** By n8n's own statistics in its database, which hold executions that are not saved too. */
function openStatistics(dataFolder: string) {
	const database = new DatabaseSync(join(dataFolder, '.n8n/database.sqlite'), { readOnly: true });
	const statement = database.prepare(
		'SELECT name, count FROM workflow_statistics WHERE workflowId = ?',
	);
	return {
		/** How many executions of a workflow have ended. */
		countEnded(workflowId: string) {
			const rows = statement.all(workflowId);
			const count = (name: string) => Number(rows.find((row) => row.name === name)?.count ?? 0);
			const successes = count('production_success');
			return { successes, all: successes + count('production_error') };
		},
		close: () => database.close(),
	};
}
