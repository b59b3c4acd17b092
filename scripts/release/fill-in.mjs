import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the first release needs and a clone cannot know: the name on npm, who publishes there, and the address
 * of the public repository, such as `https://github.com/acme/n8n-nodes-voice-agent`.
 * @typedef {{ name: string, author: string, email: string, repository: string, date: string }} Release
 */

/**
 * What a page says before the first release, and behind it what the page says from then on:
 * `<!-- before the release -->old<!-- after the release: new -->`.
 */
const markedText =
	/<!-- before the release -->[^]*?<!-- after the release:\s*([^]*?)\s*-->|\(unreleased\)/g;

/** The README's section that both credentials point at. */
const credentialHeading = 'sign-in';

/**
 * Fills the release in at every place of a clone that needs it.
 * @param {string} folder
 * @param {Release} release
 */
export function fillIn(folder, release) {
	const { name, author, email, repository, date } = release;
	/** @type {(file: string, change: (text: string) => string) => void} */
	const edit = (file, change) => {
		const path = join(folder, file);
		const text = readFileSync(path, 'utf8');
		const changed = change(text);
		if (changed === text) throw new Error(`${file} has no place for the release.`);
		writeFileSync(path, changed);
	};
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const oldName = manifest.name;
	edit('package.json', () => {
		manifest.name = name;
		manifest.author = { name: author, email };
		manifest.homepage = repository;
		manifest.repository = { type: 'git', url: `git+${repository}.git` };
		return `${JSON.stringify(manifest, null, 2)}\n`;
	});
	for (const file of globSync('credentials/*.credentials.ts', { cwd: folder })) {
		edit(file, (text) =>
			text.replace(
				/(?:\t\/\/ .*\n)*\tstatic documentationUrl = '.*';/,
				`\tdocumentationUrl = '${repository}#${credentialHeading}';`,
			),
		);
	}
	for (const file of globSync('nodes/*/*.node.json', { cwd: folder })) {
		edit(file, (text) => {
			const codex = JSON.parse(text);
			const node = codex.node.split('.').pop();
			const page = node.replace(/[A-Z]/g, (/** @type {string} */ sign) => `-${sign.toLowerCase()}`);
			codex.node = `${name}.${node}`;
			codex.resources = {
				primaryDocumentation: [{ url: `${repository}/blob/main/docs/nodes/${page}.md` }],
				credentialDocumentation: [{ url: `${repository}#${credentialHeading}` }],
			};
			return `${JSON.stringify(codex, null, 2)}\n`;
		});
	}
	for (const file of ['README.md', 'docs/install.md', 'docs/outputs.md', 'CHANGELOG.md']) {
		edit(file, (text) =>
			text.replace(markedText, (_, later) => later ?? `(${date})`).replaceAll(oldName, name),
		);
	}
}
