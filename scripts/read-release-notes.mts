// Run: node scripts/read-release-notes.mts <version> [<tarball>]
// Prints what CHANGELOG.md says of a version, and the checksum of the packed package. Ends with 1 if
// it says nothing, or if the version is not that of package.json. Needs no dependency.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The section of a version, without its heading; `undefined` if there is none or it is empty. */
export function findReleaseNotes(changelog: string, version: string): string | undefined {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.split(/[\s(]/, 1)[0] === version);
	const notes = section?.slice(section.indexOf('\n')).trim();
	return notes === '' ? undefined : notes;
}

/** The checksum as npm and n8n take it: `sha512-…` in Base64. */
export function computeChecksum(tarball: Uint8Array): string {
	return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

async function printReleaseNotes(version: string, tarball?: string): Promise<void> {
	const read = async (file: string) =>
		await readFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
	const manifest = JSON.parse(await read('package.json'));
	if (manifest.version !== version) {
		throw new Error(`The tag is ${version}, the version in package.json ${manifest.version}.`);
	}
	const notes = findReleaseNotes(await read('CHANGELOG.md'), version);
	if (notes === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
	console.log(notes);
	if (tarball === undefined) return;
	console.log(`\nChecksum of the package: \`${computeChecksum(await readFile(tarball))}\``);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	printReleaseNotes(process.argv[2] ?? '', process.argv[3]).catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
