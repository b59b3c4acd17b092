// Node runs TypeScript as it is, but looks for no ending, and what ships is bundled, so its
// imports have none. Loaded with --import before anything that imports nodes/, credentials/ or core/.
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The ES modules of n8n-workflow have no endings either; what it exports for require has.
const workflowPackage = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow'));

/**
 * @param {string} specifier
 * @param {string | undefined} parentURL
 * @param {boolean} isRequired
 */
function findSource(specifier, parentURL, isRequired) {
	if (specifier === 'n8n-workflow') return isRequired ? undefined : workflowPackage;
	if (!specifier.startsWith('.') || parentURL?.endsWith('.ts') !== true) return undefined;
	return [`${specifier}.ts`, `${specifier}/index.ts`]
		.map((candidate) => new URL(candidate, parentURL))
		.find((url) => existsSync(fileURLToPath(url)));
}

registerHooks({
	resolve(specifier, context, nextResolve) {
		const isRequired = context.conditions.includes('require');
		const source = findSource(specifier, context.parentURL, isRequired);
		const found = nextResolve(source?.href ?? specifier, context);
		// What ships is CommonJS for TypeScript, which allows no import attributes there.
		return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
	},
});
