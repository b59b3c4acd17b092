import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../sandbox/n8n/n8n-client.mts';
import { openSession } from '../../sandbox/n8n/n8n-session.mts';
import { startN8n } from '../../sandbox/n8n/start-n8n.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { placeBarePackage } from './bare-package.mts';
import { sendLoad } from './send-load.mts';
import type { LoadResult } from './send-load.mts';
import { publishSubject, subjects } from './subjects.mts';
import type { Subject } from './subjects.mts';
import { readMemoryMegabytes, waitUntilIdle } from './watch-process.mts';

export type Engine = 'default' | 'legacy';

/** One cell of the table: the rounds of one subject together. */
export interface Cell {
	engine: Engine;
	saved: boolean;
	connections: number;
	subject: Subject;
	rounds: LoadResult[];
	/** Of n8n, after the last round. */
	memoryMegabytes: number;
}

export interface MeasureSettings {
	rounds: number;
	durationMs: number;
	connections: number[];
	nextBody: () => string;
	authorization: string;
}

/** Starts an n8n with this expression engine and measures every subject, alternating. */
export async function measureEngine(
	engine: Engine,
	sandbox: Sandbox,
	settings: MeasureSettings,
): Promise<Cell[]> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-bench-'));
	await placeBarePackage(dataFolder);
	const environment: Record<string, string> =
		engine === 'legacy' ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
	const n8n = await startN8n({ dataFolder, environment });
	try {
		const session = await openSession(n8n.url, {
			email: 'owner@example.com',
			password: 'Bench-owner-1',
		});
		const client = createClient(session);
		const credentialId = await client.createCredential('Bench', 'voiceAgentTokenApi', {
			baseUrl: sandbox.url,
			identityUrl: sandbox.identityUrl,
			accessToken: 'not-used-for-deliveries',
		});
		const credential = { id: credentialId, name: 'Bench' };
		const cells: Cell[] = [];
		for (const saved of [true, false]) {
			const urls = new Map<Subject, string>();
			for (const subject of subjects) {
				const published = await publishSubject(client, n8n.url, subject, saved, credential);
				urls.set(subject, published.url);
			}
			for (const connections of settings.connections) {
				const group: Cell[] = subjects.map((subject) => ({
					engine,
					saved,
					connections,
					subject,
					rounds: [],
					memoryMegabytes: 0,
				}));
				// Round 0 warms up. Every second round runs backwards, so that no subject is always last.
				for (let round = 0; round <= settings.rounds; round++) {
					for (const cell of round % 2 === 0 ? group : group.toReversed()) {
						const result = await sendLoad({
							url: urls.get(cell.subject) ?? '',
							connections,
							durationMs: round === 0 ? settings.durationMs / 2 : settings.durationMs,
							headers: { authorization: settings.authorization },
							nextBody: settings.nextBody,
						});
						await waitUntilIdle(n8n.processId());
						if (round > 0) cell.rounds.push(result);
						cell.memoryMegabytes = await readMemoryMegabytes(n8n.processId());
					}
				}
				cells.push(...group);
				const what = `${engine} engine, ${saved ? 'saved' : 'not saved'}, ${connections} connections`;
				console.log(`  ${what}: measured`);
			}
		}
		return cells;
	} finally {
		await n8n.stop();
		await rm(dataFolder, { recursive: true, force: true });
	}
}
