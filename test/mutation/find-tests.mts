import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** Tests that a mutation is tried against: no n8n has to run for them, and they are about code, not pages. */
const testsOfCode = /^test[/](unit|nodes|dialects|faults)[/](?!docs|schema|ci)/;

/**
 * Gives the test files that import a file, directly or through others: first those that name what it
 * exports, then those whose path has most words in common with its own, then the nearest.
 */
export function createTestFinder(root: string): (file: string) => string[] {
	const importers = new Map<string, Set<string>>();
	const texts = new Map<string, string>();
	for (const file of globSync('{core,nodes,credentials,test,sandbox}/**/*.{ts,mts}', {
		cwd: root,
	})) {
		const text = readFileSync(join(root, file), 'utf8');
		texts.set(file, text);
		for (const { fileName } of ts.preProcessFile(text).importedFiles) {
			const imported = resolveImport(root, file, fileName);
			if (imported === undefined) continue;
			const known = importers.get(imported) ?? new Set();
			importers.set(imported, known.add(file));
		}
	}
	return (file) => {
		const names = listExports(texts.get(file) ?? '');
		const distances = measureDistances(file, importers);
		const tests = [...distances.keys()].filter(
			(name) => name.endsWith('.test.mts') && testsOfCode.test(name),
		);
		const words = listWords(file);
		const key = (test: string) =>
			(names.some((name) => texts.get(test)?.includes(name)) ? 0 : 1000) +
			(distances.get(test) ?? 0) -
			100 * listWords(test).filter((word) => words.includes(word)).length;
		return tests.sort((a, b) => key(a) - key(b) || (a < b ? -1 : 1));
	};
}

function resolveImport(root: string, file: string, name: string): string | undefined {
	if (!name.startsWith('.')) return undefined;
	const path = normalize(join(dirname(file), name));
	return [path, `${path}.ts`, join(path, 'index.ts')].find(
		(candidate) => /\.m?ts$/.test(candidate) && existsSync(join(root, candidate)),
	);
}

function measureDistances(file: string, importers: Map<string, Set<string>>): Map<string, number> {
	const distances = new Map([[file, 0]]);
	// A map goes on to what was added while it is gone through: nearest first.
	for (const [reached, distance] of distances) {
		for (const importer of importers.get(reached) ?? []) {
			if (!distances.has(importer)) distances.set(importer, distance + 1);
		}
	}
	return distances;
}

/** `nodes/VoiceAgentTrigger/registration/hooks.ts`: voice, agent, trigger, registration, hooks. */
function listWords(path: string): string[] {
	const [, ...parts] = path.replace(/\.(test\.)?m?ts$/, '').split('/');
	return [...new Set(parts.join(' ').match(/[A-Z]?[a-z]+/g))].map((word) => word.toLowerCase());
}

function listExports(text: string): string[] {
	return [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
		([, name = '']) => name,
	);
}
