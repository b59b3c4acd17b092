import { findTarget, isInstant } from '../../sandbox/faults/faults.mts';
import type { FaultName, FaultTarget, RecordedRequest } from '../../sandbox/types.mts';
import { freezeClock, holdLimits, skipWaits, takeSkippedWaits } from '../support/clock.mts';
import { endlessMs, type Fault } from './faults.mts';
import { openStage, type Stage } from './stage.mts';

/** Something a user or n8n does that can meet a fault. */
export interface Operation {
	/** What happened before the fault. */
	prepare?(stage: Stage): Promise<void>;
	/** Answers what came of it, in the words of the docs. */
	run(stage: Stage): Promise<string>;
	/** What is done once the fault is over. Default: `run`. */
	runAfterwards?(stage: Stage): Promise<string>;
	/** Whether the number of webhooks at the service belongs to what came of it. */
	registers?: boolean;
}

/** What becomes of a response that repeats what it was sent, which nobody may be shown. */
const spoil: Partial<Record<FaultName, (echo: string) => string>> = {
	status: (echo) => echo,
	'too-many-requests': (echo) => echo,
	'broken-json': (echo) => echo.slice(0, -2),
};
const dayMs = 24 * 60 * 60 * 1000;
let now = new Date('2026-11-21T12:00:00Z').getTime();

/** The clock of node and sandbox stands still but for this. */
export function advanceClock(milliseconds: number): void {
	now += milliseconds;
	jest.setSystemTime(now);
}

const limitMs = 1000;
let limits = { pass: (): void => undefined };

/** Nothing passes by itself: neither time nor a limit. */
export function stopClock(): void {
	freezeClock(new Date(now));
	limits = holdLimits(limitMs);
	skipWaits(0);
}

function countRequests(requests: RecordedRequest[]): string {
	const counts = new Map<string, number>();
	for (const { path } of requests) {
		const target = findTarget('api', path) ?? findTarget('identity', path) ?? path;
		counts.set(target, (counts.get(target) ?? 0) + 1);
	}
	return [...counts].map(([target, count]) => `${target} ${count}`).join(', ') || 'nothing sent';
}

const formatWait = (milliseconds: number) =>
	milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

/** Waits in order, as often as the whole order was repeated: `2 × (500 ms, 1 s)`. */
function formatWaits(waits: number[]): string {
	const texts = waits.map(formatWait);
	const length = texts.findIndex(
		(_, index) =>
			index > 0 &&
			texts.length % index === 0 &&
			texts.every((text, at) => text === texts[at % index]),
	);
	if (length === -1) return texts.join(', ');
	const repeated = texts.slice(0, length).join(', ');
	return `${texts.length / length} × ${length > 1 ? `(${repeated})` : repeated}`;
}

async function observe(
	stage: Stage,
	run: (stage: Stage) => Promise<string>,
	registers = false,
): Promise<string> {
	const { requests, registrations } = stage.sandbox;
	requests.length = 0;
	takeSkippedWaits();
	const result = await run(stage);
	const waits = formatWaits(takeSkippedWaits());
	const seen = [result, countRequests(requests)];
	if (waits !== '') seen.push(`waits ${waits}`);
	if (registers) seen.push(`webhooks at the service: ${registrations.length}`);
	return seen.join('; ');
}

/** Lets one operation meet one fault, `times` requests long or until it is over: what was seen then, and after. */
export async function runScenario(
	operation: Operation,
	target: FaultTarget,
	[name, options]: Fault,
	times?: number,
) {
	// What the process remembers by address, time or key is over by then.
	advanceClock(25 * dayMs);
	const stage = await openStage();
	try {
		await operation.prepare?.(stage);
		advanceClock(60_000);
		const reach = isInstant(name) ? {} : { target, times };
		// The limit passes once the sandbox holds the request: nobody waits here for 30 s.
		const isEndless = options.delayMs === endlessMs;
		stage.timeLimitMs = isEndless ? limitMs : undefined;
		const spoiled = spoil[name];
		const body = spoiled && { body: spoiled(stage.watch.echo()) };
		await stage.sandbox.switchOnFault(name, {
			...{ ...reach, ...body, ...options },
			onHold: isEndless ? limits.pass : undefined,
		});
		const during = await observe(stage, operation.run, operation.registers);
		stage.sandbox.clearFaults();
		stage.timeLimitMs = undefined;
		advanceClock(31_000);
		// The user connects the credential again, as the error says.
		if (name === 'token-revoked' && options.target === 'token') await stage.reconnect();
		const next = operation.runAfterwards ?? operation.run;
		const afterwards = await observe(stage, next, operation.registers);
		expect(stage.sandbox.trappedCalls).toEqual([]);
		expect(stage.findLeaks()).toEqual([]);
		return { during, afterwards };
	} finally {
		await stage.close();
	}
}
