'use strict';
// Builds what ships into dist/: one bundle of core that the nodes require (two copies of jose and
// zod would be too large), a bundle for each node and credential, and the files n8n reads beside them.
const fs = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { collectNotices } = require('./scripts/build/collect-notices.cjs');
const { addDocumentationLinks } = require('./scripts/build/add-documentation-links.cjs');

const outputFolder = 'dist';

const shared = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
	legalComments: 'none',
};

/** Whatever imports core from outside core requires the one bundle of it. */
const requireCoreBundle = (outputSubfolder) => ({
	name: 'require-core-bundle',
	setup(build) {
		build.onResolve({ filter: /\/core(\/index)?$/ }, () => ({
			path: path.posix.join(path.posix.relative(outputSubfolder, 'core') || '.', 'index.js'),
			external: true,
		}));
	},
});

async function clean() {
	await fs.rm(outputFolder, { recursive: true, force: true });
}

async function bundleCore() {
	const result = await esbuild.build({
		...shared,
		entryPoints: ['core/index.ts'],
		outfile: `${outputFolder}/core/index.js`,
		minifySyntax: true,
		minifyWhitespace: true,
		metafile: true,
	});
	await fs.writeFile(
		`${outputFolder}/THIRD-PARTY-NOTICES.txt`,
		await collectNotices(Object.keys(result.metafile.inputs)),
	);
}

async function bundleNodes() {
	for (const name of ['VoiceAgent', 'VoiceAgentTrigger']) {
		await esbuild.build({
			...shared,
			entryPoints: [`nodes/${name}/${name}.node.ts`],
			outfile: `${outputFolder}/nodes/${name}/${name}.node.js`,
			external: ['n8n-workflow'],
			plugins: [requireCoreBundle(`nodes/${name}`)],
		});
	}
}

/** n8n's linter wants a literal address in a credential; package.json is where it is set. */
const linkDocumentation = {
	name: 'link-documentation',
	setup(build) {
		build.onLoad({ filter: /\.credentials\.ts$/ }, async ({ path: file }) => ({
			contents: (await fs.readFile(file, 'utf8')).replaceAll(
				'https://documentation.invalid/',
				require('./package.json').homepage,
			),
			loader: 'ts',
		}));
	},
};

async function bundleCredentials() {
	await esbuild.build({
		...shared,
		plugins: [linkDocumentation],
		entryPoints: await Array.fromAsync(fs.glob('credentials/*.credentials.ts')),
		outdir: `${outputFolder}/credentials`,
		external: ['n8n-workflow'],
	});
}

function copyIcons() {
	return src('icons/*.svg', { base: '.', encoding: false }).pipe(dest(outputFolder));
}

function copySchemas() {
	return src('nodes/*/__schema__/**/*.json', { base: '.', allowEmpty: true }).pipe(
		dest(outputFolder),
	);
}

function copyCodex() {
	return src('nodes/*/*.node.json', { base: '.' })
		.pipe(addDocumentationLinks(require('./package.json').homepage))
		.pipe(dest(outputFolder));
}

const bundles = parallel(bundleCore, bundleNodes, bundleCredentials);
const assets = parallel(copyIcons, copySchemas, copyCodex);
const build = series(clean, parallel(bundles, assets));

exports.build = build;
exports.default = build;
exports.watch = series(build, function watchSources() {
	watch(['core/**/*.ts', 'nodes/**', 'credentials/**', 'icons/**', 'package.json'], build);
});
