import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-paths.mjs';

/** With this n8n writes a profile of its processor into a folder when it ends. */
export const writeProfile = (folder: string) => ({
	NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=500`,
});

interface Profile {
	nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
	/** What ran, by id, at each look at it. */
	samples: number[];
}

/** What core's bundle calls a function, and its true name: the bundle is minified. */
function readNames(): Map<string, string> {
	const core: object = createRequire(import.meta.url)(join(projectRoot, 'dist/core/index.js'));
	return new Map(
		Object.entries(core).flatMap(([name, value]) =>
			typeof value === 'function' ? [[String(value.name), name] as const] : [],
		),
	);
}

/**
 * Shares of the time in which n8n worked, from the first delivery to the last, by function of the package
 * with all that it calls, and of the whole package under its name. A function of core counts if it is exported.
 */
export function readShares(folder: string): Map<string, number> {
	const [file = ''] = readdirSync(folder);
	const { nodes, samples }: Profile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
	const names = readNames();
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const callers = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
	);
	const listOwn = (id: number | undefined): string[] => {
		const frame = byId.get(id ?? Number.NaN)?.callFrame;
		if (id === undefined || frame === undefined) return [];
		const above = listOwn(callers.get(id));
		const [, inPackage] = frame.url.split('n8n-nodes-voice-agent/dist/');
		if (inPackage === undefined) return above;
		const name = inPackage.startsWith('core/') ? names.get(frame.functionName) : frame.functionName;
		return [...above, 'the whole package', ...(name ? [name] : [])];
	};
	const own = samples.map((id) => new Set(listOwn(id)));
	const from = own.findIndex((called) => called.has('webhook'));
	const to = own.findLastIndex((called) => called.has('webhook'));
	const isIdle = (id: number) => byId.get(id)?.callFrame.functionName === '(idle)';
	const busy = own.slice(from, to).filter((_, index) => !isIdle(samples[from + index] ?? 0));
	const shares = new Map<string, number>();
	for (const name of busy.flatMap((called) => [...called])) {
		shares.set(name, (shares.get(name) ?? 0) + 1 / busy.length);
	}
	return shares;
}
