import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An address that leads nowhere. */
const placeholder = /\bexample\.com\b|\.invalid\b/;

/** What is untrue from the day on which the package is on npm. */
const staleWords = /\bunreleased\b|\bon no registry\b|\bpack:local\b/i;

/**
 * The address of each link that n8n and npm show, by the file that holds the link.
 * @param {string} folder
 * @returns {[file: string, address: string][]}
 */
function listAddresses(folder) {
	/** @type {(file: string, found: RegExp) => [string, string][]} */
	const find = (file, found) =>
		[...readFileSync(join(folder, file), 'utf8').matchAll(found)].map(([, address = '']) => [
			file,
			address,
		]);
	const { author, homepage, repository } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8'),
	);
	return [
		['package.json: author', author?.email ?? ''],
		['package.json: homepage', homepage ?? ''],
		['package.json: repository', repository?.url ?? ''],
		...globSync('credentials/*.credentials.ts', { cwd: folder }).flatMap((file) =>
			find(file, /documentationUrl = '(.*)'/g),
		),
		...globSync('nodes/*/*.node.json', { cwd: folder }).flatMap((file) =>
			find(file, /"url": "(.*)"/g),
		),
	];
}

/**
 * As GitHub names a heading in an address.
 * @param {string} heading
 */
export const slug = (heading) =>
	heading
		.toLowerCase()
		.replace(/[^\w\- ]/g, '')
		.replaceAll(' ', '-');

/**
 * Whether an address inside the repository names a page of the clone, and a heading of that page.
 * @param {string} folder
 * @param {string} repository
 * @param {string} address
 */
function isDead(folder, repository, address) {
	if (!address.startsWith(repository)) return false;
	const [path = '', anchor] = address.slice(repository.length).split('#');
	const page = path === '' ? 'README.md' : path.replace('/blob/main/', '');
	if (!/\.md$/.test(page)) return false;
	const [found] = globSync(page, { cwd: folder });
	if (found === undefined) return true;
	const text = readFileSync(join(folder, found), 'utf8');
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));
	return anchor !== undefined && !headings.includes(anchor);
}

/**
 * What would be wrong in a release of this clone, a sentence each.
 * @param {string} folder
 */
export function checkSources(folder) {
	const { homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const problems = [];
	for (const [file, address] of listAddresses(folder)) {
		if (address === '') problems.push(`${file} is missing.`);
		else if (placeholder.test(address)) problems.push(`${file} still holds ${address}.`);
		else if (isDead(folder, homepage, address)) problems.push(`${file} leads nowhere: ${address}`);
	}
	const pages = globSync(['README.md', 'CHANGELOG.md', 'docs/*.md', 'docs/nodes/*.md'], {
		cwd: folder,
	});
	for (const page of pages) {
		const words = staleWords.exec(readFileSync(join(folder, page), 'utf8'));
		if (words !== null) problems.push(`${page} still says "${words[0]}".`);
	}
	return problems;
}

/**
 * What of the package should not be there, and what is missing.
 * @param {string} folder a clone that is built
 * @param {string[]} files of the packed package
 */
export function checkFiles(folder, files) {
	const expected = [
		...[
			'LICENSE',
			'README.md',
			'conversation.schema.json',
			'index.d.ts',
			'index.js',
			'package.json',
		],
		...[
			'core/index',
			'core/net/private-host',
			'core/phone/read-phone-number',
			'nodes/shared/index',
		].map((module) => `dist/${module}.js`),
		'dist/THIRD-PARTY-NOTICES.txt',
		...globSync(
			[
				'icons/*.svg',
				'nodes/*/*.node.*',
				'nodes/*/__schema__/**/*.json',
				'credentials/*.credentials.ts',
			],
			{ cwd: folder },
		).map((file) => `dist/${file.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`),
	];
	return [
		...files.filter((file) => !expected.includes(file)).map((file) => `The package holds ${file}.`),
		...expected.filter((file) => !files.includes(file)).map((file) => `The package lacks ${file}.`),
	];
}

/** Names of the files with a package's licence, and with what the licence demands to be named. */
export const licenseFile = /^(?:licen[cs]e|notice)/i;

/**
 * Each licence and notice of what is bundled that the package's notices lack.
 * @param {string} notices
 * @param {string} modules the folder `node_modules`
 */
export function checkNotices(notices, modules) {
	const bundled = [...notices.matchAll(/^-+\n\n(\S+) \d+\.\d+/gm)].map(([, name = '']) => name);
	if (bundled.length === 0) return ['THIRD-PARTY-NOTICES.txt names no package.'];
	return bundled.flatMap((name) => {
		const files = readdirSync(join(modules, name)).filter((file) => licenseFile.test(file));
		return files
			.filter((file) => !notices.includes(readFileSync(join(modules, name, file), 'utf8').trim()))
			.map((file) => `THIRD-PARTY-NOTICES.txt lacks ${file} of ${name}.`);
	});
}
