import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../host/n8n/n8n-client.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { placeBarePackage } from './bare-package.mts';
import { sendLoad } from './send-load.mts';
import type { LoadResult } from './send-load.mts';
import { publishSubject } from './subjects.mts';
import type { Subject } from './subjects.mts';
import { readMemoryMegabytes, waitUntilIdle } from '../../host/watch-process.mts';

export type Engine = 'default' | 'legacy';

/** Subjects that are measured in turn, under the same circumstances. */
export interface Group {
	engine: Engine;
	saved: boolean;
	connections: number;
	subjects: readonly Subject[];
}

/** What one subject of a group did; the rounds of all subjects were made in turn. */
export interface Measurement {
	subject: Subject;
	url: string;
	rounds: LoadResult[];
	/** Of n8n, after the last round. */
	memoryMegabytes: number;
}

export interface MeasuredGroup extends Group {
	measurements: Measurement[];
}

export interface MeasureSettings {
	rounds: number;
	durationMs: number;
	nextBody: () => string;
	authorization: string;
	/** The item that the Voice Agent Trigger makes of such a body. */
	item: object;
}

/** Starts an n8n with this expression engine and measures each group, its subjects alternating. */
export async function measureEngine(
	engine: Engine,
	groups: Group[],
	sandbox: Sandbox,
	settings: MeasureSettings,
): Promise<MeasuredGroup[]> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-bench-'));
	await placeBarePackage(dataFolder, settings.item);
	const environment: Record<string, string> =
		engine === 'legacy' ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
	const n8n = await startN8n({ dataFolder, environment });
	try {
		const session = await openSession(n8n.url, {
			email: 'owner@example.com',
			password: 'Bench-owner-1',
		});
		const client = createClient(session);
		const id = await client.createCredential('Bench', 'voiceAgentTokenApi', {
			apiBaseUrl: sandbox.url,
			identityServerUrl: sandbox.identityServerUrl,
			accessToken: 'not-used-for-deliveries',
		});
		const credential = { id, name: 'Bench' };
		const urls = new Map<string, string>();
		const measured: MeasuredGroup[] = [];
		for (const group of groups.filter((candidate) => candidate.engine === engine)) {
			const measurements: Measurement[] = [];
			for (const subject of group.subjects) {
				const key = `${subject} ${group.saved}`;
				const url =
					urls.get(key) ??
					(await publishSubject(client, n8n.url, subject, group.saved, credential));
				urls.set(key, url);
				measurements.push({ subject, url, rounds: [], memoryMegabytes: 0 });
			}
			measured.push(await measureGroup(group, measurements, n8n.processId(), settings));
			const executions = group.saved ? 'saved' : 'not saved';
			console.log(
				`  ${engine} engine, ${executions}, ${group.connections} connections, ${measurements.length} triggers: measured`,
			);
		}
		return measured;
	} finally {
		await n8n.stop();
		await rm(dataFolder, { recursive: true, force: true });
	}
}

async function measureGroup(
	group: Group,
	measurements: Measurement[],
	processId: number,
	settings: MeasureSettings,
): Promise<MeasuredGroup> {
	const { rounds, durationMs, nextBody, authorization } = settings;
	const load = { connections: group.connections, durationMs, headers: { authorization }, nextBody };
	// Round 0 warms up. Every second round runs backwards, so no subject is always last.
	for (let round = 0; round <= rounds; round++) {
		for (const measurement of round % 2 === 0 ? measurements : measurements.toReversed()) {
			const result = await sendLoad({ url: measurement.url, ...load });
			await waitUntilIdle(processId);
			if (round > 0) measurement.rounds.push(result);
			measurement.memoryMegabytes = await readMemoryMegabytes(processId);
		}
	}
	return { ...group, measurements };
}
