import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IRunData } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { WorkflowFile } from '../../host/n8n/n8n-workflow-types.mts';
import {
	createEvaluator,
	listExpressions,
	listSteps,
	type Expression,
} from './evaluate-expressions.mts';

/** What a caller could say or type without an end, beside what an agent says. */
const hostileTexts: Record<string, [first: string, unit: string]> = {
	// All on one letter: to put them into their order is quadratic where nobody bounds them.
	marks: ['a', '\u0301\u0316'],
	tabs: ['', '\t'],
	spaces: ['', ' '],
	controls: ['', '\u0001'],
	'one letter': ['', 'a'],
	digits: ['', '7'],
	quotes: ['', '"'],
};

const kilobyte = 1024;
const sizes = [20, 80, 320];
/** Four times the text may cost six times as much, where it costs `CLOCK_MS` or more. */
const MAX_TIMES = 6;
const CLOCK_MS = 100;
const MAX_MS = 500;
/** What costs less at `USUAL` is below the bounds at the other sizes, even if it is quadratic. */
const NOTHING_MS = 5;
const USUAL = 80;
const TRIES = 8;
/** Number of texts of one name that are tried: an expression may look for one of them. */
const TEXTS_OF_A_NAME = 4;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A text in the items of a run: of a node, in its first run and item. */
interface Place {
	node: string;
	path: (string | number)[];
}

/** Number of runs of a node that are tried: in a single run an expression may end early. */
const RUNS_OF_AN_EXPRESSION = 3;

/**
 * The nodes of an example with an expression that takes too long where one text of their items is long, and
 * the expressions that could not be tried. Items are of recorded runs; where there is none, they are made up.
 */
export async function findSlowExpressions(file: WorkflowFile, recorded: IRunData[]) {
	const evaluate = createEvaluator(file, '1');
	const slow = new Set<string>();
	const untried: string[] = [];
	for (const expression of listExpressions(file)) {
		// Connections to n8n are closed meanwhile, and somebody has to see that.
		await setImmediate();
		const isPossible = (run: IRunData) => canEvaluate(evaluate, run, expression);
		const runs = recorded.filter(isPossible).slice(0, RUNS_OF_AN_EXPRESSION);
		if (runs.length === 0) runs.push(...makeUpRuns(file, expression).filter(isPossible));
		if (runs.length === 0) untried.push(`${expression.node}: ${expression.code.trim()}`);
		if (runs.some((run) => isSlow(evaluate, run, expression))) slow.add(expression.node);
	}
	return { slow: [...slow], untried };
}

const links = z.record(
	z.string(),
	z.object({ main: z.array(z.array(z.object({ node: z.string() })).nullable()).default([]) }),
);

/** Runs in which each node gives one item with all that the expression names: as text, as texts, as objects. */
function makeUpRuns(file: WorkflowFile, { code }: Expression): IRunData[] {
	const words = [...new Set(code.match(/\w+/g))];
	const texts = Object.fromEntries(words.map((word) => [word, 'text']));
	const parents = new Map(
		Object.entries(links.parse(file.connections)).flatMap(([from, { main }]) =>
			main.flat().flatMap((target) => (target === null ? [] : [[target.node, from] as const])),
		),
	);
	return ['text', ['text'], [texts]].map((value) => {
		const json = Object.fromEntries(words.map((word) => [word, value]));
		const run = (name: string) => ({
			...{ startTime: 0, executionTime: 0, executionIndex: 0 },
			source: [{ previousNode: parents.get(name) ?? name }],
			data: { main: [[{ json, pairedItem: { item: 0 } }]] },
		});
		return Object.fromEntries(listSteps(file).map(({ name }) => [name, [run(name)]]));
	});
}

type Evaluate = ReturnType<typeof createEvaluator>;

const canEvaluate = (evaluate: Evaluate, runData: IRunData, expression: Expression): boolean => {
	try {
		evaluate(runData, expression, [0, 0]);
		return true;
	} catch {
		return false;
	}
};

function isSlow(evaluate: Evaluate, runData: IRunData, expression: Expression): boolean {
	const measure = (place: Place, [first, unit]: [string, string], size: number) => {
		const text = first + unit.repeat((size * kilobyte) / Buffer.byteLength(unit));
		const changed = replaceText(runData, place, text);
		const before = process.threadCpuUsage();
		canEvaluate(evaluate, changed, expression);
		const { user, system } = process.threadCpuUsage(before);
		return (user + system) / 1000;
	};
	return listPlaces(runData, expression).some((place) =>
		Object.values(hostileTexts).some((kind) => {
			if (measure(place, kind, USUAL) < NOTHING_MS) return false;
			let before = 0;
			return sizes.some((size, index) => {
				const befores = [before];
				const isLate = (spent: number) =>
					spent > MAX_MS || (spent > CLOCK_MS && spent > MAX_TIMES * before);
				let spent = measure(place, kind, size);
				// Other work on the machine, and the garbage of earlier texts, only add, and code that has become
				// fast spent less before. What takes seconds is not doubtful.
				for (let tries = 1; tries < TRIES && isLate(spent) && spent < 4 * MAX_MS; tries += 1) {
					collectGarbage();
					befores.push(measure(place, kind, sizes[index - 1] ?? 0));
					before = befores.toSorted((a, b) => a - b)[befores.length >> 1] ?? 0;
					collectGarbage();
					spent = Math.min(spent, measure(place, kind, size));
				}
				const wasLate = isLate(spent);
				before = spent;
				return wasLate;
			});
		}),
	);
}

/** The texts that an expression may read: those in the items of its node, and of the nodes it names, by their names. */
function listPlaces(runData: IRunData, { node, code }: Expression): Place[] {
	const named = [...code.matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
	const previous = runData[node]?.[0]?.source[0]?.previousNode;
	const nodes = new Set([...named, ...(previous === undefined ? [] : [previous])]);
	const words = new Set(code.match(/\w+/g));
	// Without a name behind it, the whole item is read.
	const readsAll = /\$json(?![\w.?[])|\.json(?![\w.?[])/.test(code);
	return [...nodes].flatMap((name) => {
		const counts = new Map<string, number>();
		const json = runData[name]?.[0]?.data?.main?.flat()[0]?.json;
		return listTexts(json).flatMap((path) => {
			const key = String(path.findLast((part) => typeof part === 'string'));
			const count = counts.get(key) ?? 0;
			counts.set(key, count + 1);
			const isRead = readsAll || path.some((part) => words.has(String(part)));
			return isRead && count < TEXTS_OF_A_NAME ? [{ node: name, path }] : [];
		});
	});
}

/** The paths of all texts in a value. */
function listTexts(value: unknown, path: (string | number)[] = []): (string | number)[][] {
	if (typeof value === 'string') return [path];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) =>
		listTexts(one, [...path, Array.isArray(value) ? Number(key) : key]),
	);
}

/** The same run with another text at one place. */
function replaceText(runData: IRunData, { node, path }: Place, text: string): IRunData {
	const [first, ...others] = runData[node] ?? [];
	if (first === undefined) return runData;
	const changed = structuredClone(first);
	const item = changed.data?.main?.flat()[0];
	let target: unknown = item?.json;
	for (const part of path.slice(0, -1)) target = Reflect.get(Object(target), part);
	Reflect.set(Object(target), path.at(-1) ?? '', text);
	return { ...runData, [node]: [changed, ...others] };
}
