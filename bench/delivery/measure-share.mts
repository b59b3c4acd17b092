import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/v4';
import { ensureN8n } from '../../host/n8n/install-n8n.mts';
import { createClient } from '../../host/n8n/n8n-client.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import { findModules, placePackage } from '../../host/n8n/place-package.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { writeTable } from '../../scripts/write-table.mts';
import { BESIDE_PACKAGE, placeOtherClone } from './bench-packages.mts';
import { chooseEngine, type Engine, type MeasureSettings } from './measure-engine.mts';
import { sendLoad } from './send-load.mts';
import { createCredentials, publishSubject } from './subjects.mts';

const WARM_UP_MS = 5_000;
const CONNECTIONS = 8;
/** Functions with a smaller share are not listed. */
const LEAST_PERCENT = 1;

const packages = { ours: 'n8n-nodes-voice-agent', beside: BESIDE_PACKAGE };

/** Milliseconds of CPU for each delivery: of n8n in all, and of the package's functions with all that they call. */
interface Share {
	engine: Engine;
	subject: keyof typeof packages;
	deliveries: number;
	busyMs: number;
	packageMs: number;
	functions: ReadonlyMap<string, number>;
}

/** When a subject got its deliveries, in microseconds of the clock that profiles have. */
interface Window {
	subject: keyof typeof packages;
	beginUs: number;
	endUs: number;
	deliveries: number;
}

/** Profiles the main thread of an n8n while each trigger in turn gets deliveries, all of them saved. */
export async function measureShares(
	engine: Engine,
	sandbox: Sandbox,
	{ otherClone, durationMs, nextBody, headers }: Omit<MeasureSettings, 'rounds'>,
): Promise<Share[]> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-share-'));
	await placeReadablePackage(dataFolder);
	if (otherClone !== undefined) await placeOtherClone(dataFolder, otherClone);
	const profile = `--cpu-prof --cpu-prof-dir=${join(dataFolder, 'profiles')}`;
	const environment = { ...chooseEngine(engine), NODE_OPTIONS: profile };
	const n8n = await startN8n({ dataFolder, isInstalled: true, environment });
	const windows: Window[] = [];
	try {
		const owner = { email: 'owner@example.com', password: 'Bench-owner-1' };
		const client = createClient(await openSession(n8n.url, owner));
		const credentials = await createCredentials(client, sandbox);
		for (const subject of ['ours', 'beside'] as const) {
			if (subject === 'beside' && otherClone === undefined) continue;
			const { url } = await publishSubject(client, n8n.url, subject, true, credentials);
			const load = { url, connections: CONNECTIONS, nextBody, headers };
			await sendLoad({ ...load, durationMs: WARM_UP_MS });
			const beginUs = readClock();
			const { latencies, failed } = await sendLoad({ ...load, durationMs });
			if (failed > 0) throw new Error(`${failed} deliveries failed.`);
			windows.push({ subject, beginUs, endUs: readClock(), deliveries: latencies.length });
		}
		await n8n.stop();
		const profiles = globSync(join(dataFolder, 'profiles/*.cpuprofile')).map(readProfile);
		return windows.map((window) => {
			const shares = profiles.map((each) => measureShare(engine, each, window));
			// Other processes, such as the runner of the Code node, run nothing of the package.
			const main = shares.find(({ packageMs }) => packageMs > 0);
			if (main === undefined) throw new Error('No profile has a function of the package.');
			return main;
		});
	} finally {
		await n8n.stop();
		await rm(dataFolder, { recursive: true, force: true });
	}
}

export function writeShareTable(shares: Share[]): string {
	const rows = shares.flatMap((share) => {
		const { engine, subject, deliveries, busyMs, packageMs, functions } = share;
		const write = (name: string, milliseconds: number) => [
			engine,
			packages[subject],
			String(deliveries),
			name,
			milliseconds.toFixed(2),
			((milliseconds / busyMs) * 100).toFixed(1),
		];
		const listed = [...functions]
			.filter(([, milliseconds]) => (milliseconds / busyMs) * 100 >= LEAST_PERCENT)
			.toSorted(([, a], [, b]) => b - a)
			.map(([name, milliseconds]) => write(`\`${name}\``, milliseconds));
		return [write('all that n8n does', busyMs), write('the package', packageMs), ...listed];
	});
	const head = ['engine', 'package', 'deliveries', 'with all it calls', 'CPU ms a delivery', '%'];
	return writeTable(head, rows);
}

/** This clone's package with a core that is not minified: its functions keep their names. */
async function placeReadablePackage(dataFolder: string): Promise<void> {
	await placePackage(dataFolder, await ensureN8n());
	const gulp = join(projectRoot, 'node_modules/gulp/bin/gulp.js');
	const folder = join(findModules(dataFolder), packages.ours, 'dist');
	const environment = { ...process.env, BUILD_TO_PROFILE: folder };
	await promisify(execFile)(process.execPath, [gulp, 'build'], {
		cwd: projectRoot,
		env: environment,
	});
}

const profileSchema = z.object({
	startTime: z.number(),
	nodes: z.array(
		z.object({
			id: z.number(),
			callFrame: z.object({ functionName: z.string(), url: z.string() }),
			children: z.array(z.number()).default([]),
		}),
	),
	samples: z.array(z.number()),
	timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof profileSchema>;

function readProfile(file: string): Profile {
	return profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Microseconds of the monotonic clock, as V8 writes them into a profile. */
function readClock(): number {
	return Number(process.hrtime.bigint() / 1_000n);
}

function measureShare(engine: Engine, profile: Profile, window: Window): Share {
	const { subject, beginUs, endUs, deliveries } = window;
	const callers = new Map(
		profile.nodes.flatMap(({ id, children }) => children.map((child) => [child, id])),
	);
	const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
	/** The package's functions in the stack of a sample, each once. */
	const listFunctions = (sample: number): Set<string> => {
		const names = new Set<string>();
		for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
			const { functionName = '', url = '' } = frames.get(id) ?? {};
			if (url.includes(`/${packages[subject]}/dist/`)) names.add(functionName || '(anonymous)');
		}
		return names;
	};
	const known = new Map<number, Set<string>>();
	const functions = new Map<string, number>();
	let [atUs, busyUs, packageUs] = [profile.startTime, 0, 0];
	for (const [index, sample] of profile.samples.entries()) {
		// A sample stands for the time until the next one.
		atUs += profile.timeDeltas[index] ?? 0;
		const us = profile.timeDeltas[index + 1] ?? 0;
		if (atUs < beginUs || atUs > endUs) continue;
		if (frames.get(sample)?.functionName === '(idle)') continue;
		busyUs += us;
		const names = known.get(sample) ?? listFunctions(sample);
		known.set(sample, names);
		if (names.size > 0) packageUs += us;
		for (const name of names) functions.set(name, (functions.get(name) ?? 0) + us);
	}
	const toMs = (us: number) => us / 1_000 / deliveries;
	return {
		engine,
		subject,
		deliveries,
		busyMs: toMs(busyUs),
		packageMs: toMs(packageUs),
		functions: new Map([...functions].map(([name, us]) => [name, toMs(us)])),
	};
}
