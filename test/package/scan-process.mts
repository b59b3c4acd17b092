import { ESLint } from 'eslint';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const scannerPath = path.join(
	path.dirname(createRequire(import.meta.url).resolve('@n8n/scan-community-package/package.json')),
	'scanner/scanner.mjs',
);
const { analyzePackage } = await import(pathToFileURL(scannerPath).href);

/** Each folder with the patterns of its files. */
const jobs: [folder: string, patterns: string[]][] = JSON.parse(process.argv[2] ?? '[]');

// analyzePackage keeps silent about warnings, with which it passes: what its linter found tells them.
const { lintFiles } = ESLint.prototype;
let results: ESLint.LintResult[] = [];
ESLint.prototype.lintFiles = async function (patterns) {
	return (results = await lintFiles.call(this, patterns));
};

async function scan([folder, patterns]: (typeof jobs)[number]) {
	results = [];
	const { passed } = await analyzePackage(folder, patterns);
	const list = (wanted: number) =>
		results.flatMap(({ filePath, messages }) =>
			messages
				.filter(({ severity }) => severity === wanted)
				.map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId} ${message}`),
		);
	// `files` is how many were looked at, `passed` what analyzePackage itself says.
	return { errors: list(2), warnings: list(1), files: results.length, passed };
}

const scans = [];
for (const job of jobs) scans.push(await scan(job));
process.stdout.write(`\n${JSON.stringify(scans)}`);
