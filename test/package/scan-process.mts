import { ESLint } from 'eslint';
import glob from 'fast-glob';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// analyzePackage passes with warnings; the same rules are run once more to count those as well.
const scannerPath = path.join(
	path.dirname(createRequire(import.meta.url).resolve('@n8n/scan-community-package/package.json')),
	'scanner/scanner.mjs',
);
const { analyzePackage, buildScanConfig } = await import(pathToFileURL(scannerPath).href);

/** Each folder with the patterns of its files. */
const jobs: [folder: string, patterns: string[]][] = JSON.parse(process.argv[2] ?? '[]');

async function scan([folder, patterns]: (typeof jobs)[number]) {
	const analysis = await analyzePackage(folder, patterns);
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const files = glob.sync(patterns, {
		cwd: folder,
		absolute: true,
		ignore: ['node_modules/**', '**/package-lock.json'],
	});
	const results = await eslint.lintFiles(files);
	const list = (wanted: number) =>
		results.flatMap(({ filePath, messages }) =>
			messages
				.filter(({ severity }) => severity === wanted)
				.map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId} ${message}`),
		);
	// `files` is how many were looked at, `passed` what analyzePackage itself says.
	return { errors: list(2), warnings: list(1), files: files.length, passed: analysis.passed };
}

const scans = [];
for (const job of jobs) scans.push(await scan(job));
process.stdout.write(`\n${JSON.stringify(scans)}`);
