'use strict';
const fs = require('node:fs/promises');
const path = require('node:path');

/**
 * `node_modules/x` or `node_modules/@scope/x` of a bundled file, or undefined for our own.
 * @param {string} file
 */
function findPackageFolder(file) {
	return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

/** @param {string} folder */
async function readLicense(folder) {
	const name = (await fs.readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
	if (!name) throw new Error(`${folder} is bundled but carries no licence file`);
	return await fs.readFile(path.join(folder, name), 'utf8');
}

/**
 * The licences of every package that a bundle holds, as one text.
 * @param {string[]} bundledFiles
 */
async function collectNotices(bundledFiles) {
	const folders = [
		...new Set(bundledFiles.map(findPackageFolder).filter((folder) => folder !== undefined)),
	].sort();
	const sections = await Promise.all(
		folders.map(async (folder) => {
			const manifest = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
			const license = await readLicense(folder);
			return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${license.trim()}\n`;
		}),
	);
	const head = 'This package bundles the following third-party software.\n';
	return [head, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

module.exports = { collectNotices };
