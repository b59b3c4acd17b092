'use strict';
// Builds what ships into dist/: one bundle of core and one of what the nodes share. The nodes require
// these two (two copies of core would be too large, and a cache must exist once in a process). Core
// requires what is deferred when it calls it for the first time. Then a bundle for each node and
// credential, and the files n8n reads beside them. Only core, with its libraries, is minified: the rest
// is for reviewers to read, and stack traces name its lines.
const fs = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

/** Where a bench builds what it profiles: unminified, so that a profile names the functions of core. */
const profiledFolder = process.env.BUILD_TO_PROFILE;
const outputFolder = profiledFolder ?? 'dist';
const minify = profiledFolder === undefined;

const bundleOptions = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
	legalComments: 'none',
	// Node reads it as that; escapes would be longer.
	charset: 'utf8',
};

/** What is imported out of one of these folders comes from the folder's bundle, which is required once. */
const requireBundlesOf = (folders, outputSubfolder) => ({
	name: 'require-bundles',
	setup(build) {
		build.onResolve({ filter: /^\.\.?\// }, ({ path: imported, resolveDir }) => {
			const target = path.relative(__dirname, path.resolve(resolveDir, imported));
			const folder = folders.find((name) => target.startsWith(`${name}/`));
			return folder && { path: folder, namespace: 'bundles' };
		});
		build.onResolve({ filter: /.*/, namespace: 'bundles' }, ({ path: bundle }) => ({
			path: bundle,
			external: true,
		}));
		build.onLoad({ filter: /.*/, namespace: 'bundles' }, async ({ path: folder }) => {
			const names = [...(await listImported(folder)).values()].flatMap((set) => [...set]);
			const bundle = `${path.posix.relative(outputSubfolder, folder)}/index.js`;
			return { contents: `export {${names}} from '${bundle}';` };
		});
	},
});

/**
 * Modules of core with a library that takes long to load, and the one function of each. It has a bundle of
 * its own, which is required at the first call.
 */
const deferred = {
	'core/phone/read-phone-number': 'readPhoneNumber',
	'core/net/private-host': 'isPrivateHost',
};

const deferModules = {
	name: 'defer-modules',
	setup(build) {
		build.onResolve({ filter: /^\.\.?\// }, ({ path: imported, resolveDir }) => {
			const module = path.relative(__dirname, path.resolve(resolveDir, imported));
			return module in deferred ? { path: module, namespace: 'deferred' } : undefined;
		});
		build.onResolve({ filter: /.*/, namespace: 'deferred' }, ({ path: bundle }) => ({
			path: bundle,
			external: true,
		}));
		build.onLoad({ filter: /.*/, namespace: 'deferred' }, ({ path: module }) => {
			const called = deferred[module];
			const bundle = `./${path.posix.relative('core', module)}.js`;
			return {
				contents: `export const ${called} = (...given) => require('${bundle}').${called}(...given);`,
			};
		});
	},
};

/** The names that the nodes outside a folder import out of it, by the module that exports them. */
async function listImported(folder) {
	const imports = new Map();
	for await (const file of fs.glob('nodes/**/*.ts', { exclude: [`${folder}/**`] })) {
		const source = await fs.readFile(file, 'utf8');
		for (const [, imported, from] of source.matchAll(/^import ([^;]+) from '(\..+)';$/gm)) {
			const module = path.posix.join(path.posix.dirname(file), from);
			if (!module.startsWith(`${folder}/`) || imported.startsWith('type ')) continue;
			if (!imported.startsWith('{')) throw new Error(`${file} must import ${from} by names`);
			const names = imported.match(/(?<=[{,]\s*)(?!type )\w+/g) ?? [];
			imports.set(module, new Set([...(imports.get(module) ?? []), ...names]));
		}
	}
	return imports;
}

/** The entry of a folder's bundle, which begins with `lines`. */
async function exportImported(folder, lines) {
	const imports = [...(await listImported(folder))];
	const exports = imports.map(([module, names]) => `export {${[...names]}} from './${module}';`);
	return { contents: [...lines, ...exports.sort()].join('\n'), resolveDir: __dirname };
}

async function clean() {
	await fs.rm(outputFolder, { recursive: true, force: true });
}

async function bundleCore() {
	const result = await esbuild.build({
		...bundleOptions,
		stdin: await exportImported('core', [
			"import './core/configure-zod';",
			"export { parseDelivery } from './core/delivery/decide-delivery';",
		]),
		outfile: `${outputFolder}/core/index.js`,
		plugins: [deferModules],
		minify,
		metafile: true,
	});
	const others = await Promise.all(Object.keys(deferred).map(bundleDeferred));
	const inputs = [result, ...others].flatMap(({ metafile }) => Object.keys(metafile.inputs));
	await fs.writeFile(`${outputFolder}/THIRD-PARTY-NOTICES.txt`, await collectNotices(inputs));
}

/** The licences and notices of every package that a bundle holds, as one text. */
async function collectNotices(bundledFiles) {
	// `node_modules/x` or `node_modules/@scope/x` of a file; none of our own.
	const found = bundledFiles.flatMap(
		(file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
	);
	const sections = [...new Set(found)].sort().map(async (folder) => {
		const manifest = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
		// libphonenumber-js has one licence for its code and another, LICENSE.Apache, for its numbering plans.
		const names = (await fs.readdir(folder)).filter((entry) =>
			/^(?:licen[cs]e|notice)/i.test(entry),
		);
		if (names.length === 0) throw new Error(`${folder} is bundled but carries no licence file`);
		const texts = names.sort().map((name) => fs.readFile(path.join(folder, name), 'utf8'));
		const licenses = (await Promise.all(texts)).map((text) => `${text.trim()}\n`);
		return [`${manifest.name} ${manifest.version} (${manifest.license})\n`, ...licenses].join('\n');
	});
	const head = 'This package bundles the following third-party software.\n';
	return [head, ...(await Promise.all(sections))].join(`\n${'-'.repeat(80)}\n\n`);
}

async function bundleDeferred(module) {
	return await esbuild.build({
		...bundleOptions,
		entryPoints: [`${module}.ts`],
		outfile: `${outputFolder}/${module}.js`,
		// The same for newer engines, and smaller.
		alias: { 'libphonenumber-js/min': 'libphonenumber-js/min/es6' },
		minify,
		metafile: true,
	});
}

async function bundleShared() {
	await esbuild.build({
		...bundleOptions,
		stdin: await exportImported('nodes/shared', []),
		outfile: `${outputFolder}/nodes/shared/index.js`,
		external: ['n8n-workflow'],
		plugins: [requireBundlesOf(['core'], 'nodes/shared')],
	});
}

async function bundleNodes() {
	for (const name of ['VoiceAgent', 'VoiceAgentTrigger']) {
		await esbuild.build({
			...bundleOptions,
			entryPoints: [`nodes/${name}/${name}.node.ts`],
			outfile: `${outputFolder}/nodes/${name}/${name}.node.js`,
			external: ['n8n-workflow'],
			plugins: [requireBundlesOf(['core', 'nodes/shared'], `nodes/${name}`)],
		});
	}
}

async function bundleCredentials() {
	await esbuild.build({
		...bundleOptions,
		entryPoints: await Array.fromAsync(fs.glob('credentials/*.credentials.ts')),
		outdir: `${outputFolder}/credentials`,
		external: ['n8n-workflow'],
	});
}

function copyIconsAndCodex() {
	return src(['icons/*.svg', 'nodes/*/*.node.json'], { base: '.', encoding: false }).pipe(
		dest(outputFolder),
	);
}

/** Without white space, which would be a tenth of the package. */
async function copyPreviews() {
	for await (const file of fs.glob('nodes/*/__schema__/**/*.json')) {
		const target = path.join(outputFolder, file);
		await fs.mkdir(path.dirname(target), { recursive: true });
		await fs.writeFile(target, JSON.stringify(JSON.parse(await fs.readFile(file, 'utf8'))));
	}
}

const bundles = parallel(bundleCore, bundleShared, bundleNodes, bundleCredentials);
const assets = parallel(copyIconsAndCodex, copyPreviews);
const build = series(clean, parallel(bundles, assets));

exports.build = build;
exports.default = build;
// Nothing is deleted first: n8n no longer sees the changes of a folder that was deleted.
exports.watch = function watchSources() {
	const sources = ['core/**/*.ts', 'nodes/**', 'credentials/**', 'icons/**'];
	watch(sources, series(parallel(bundles, assets), placeInN8n)).on('ready', () =>
		console.log('n8n loads each change of a source some seconds later, also in an open editor.'),
	);
};

/** Copies what was built over the package of an n8n that loads it again when its files change. */
async function placeInN8n() {
	const target = path.join(process.env.PLACED_PACKAGE, outputFolder);
	await fs.cp(outputFolder, target, { recursive: true });
}
