// oidc-provider, jose and what they stand on ship as ES modules only; jest runs CommonJS, so these
// packages go through the same transform as our own sources.
const esmPackages = [
	'jose',
	'oidc-provider',
	'oidc-token-hash',
	'quick-lru',
	'nanoid',
	'eta',
	'koa',
	'@koa/.*',
	'fast-check',
	'get-port',
];

const transform = {
	'^.+\\.(ts|mts|mjs|js)$': [
		'@swc/jest',
		{
			jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
			module: { type: 'commonjs' },
		},
	],
};

const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	testEnvironment: '<rootDir>/test/support/jest-environment.mjs',
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json', 'node'],
	transform,
	// Looking up a global costs far more in jest's sandbox than in Node. `Buffer` is not here: modules declare it.
	sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object', 'String'],
	transformIgnorePatterns: [`/node_modules/(?!(?:${esmPackages.join('|')})/)`],
});

export default {
	// How long a test takes is a matter of how busy a machine is; one that hangs is found as well after 2 minutes.
	testTimeout: 120_000,
	// By default jest leaves one core idle, which on two cores is half of them.
	maxWorkers: '100%',
	projects: [
		'unit',
		'sandbox',
		'nodes',
		'dialects',
		'package',
		'faults',
		'clone',
		'e2e',
		'examples',
		'bad-days',
		'browser',
		'queue',
		'keycloak',
		'versions',
		'hostile',
	].map(project),
};
