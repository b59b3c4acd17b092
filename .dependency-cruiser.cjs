'use strict';
// Imports point one way; docs/engineering/architecture.md explains why.
const only = (name, from, allowed, comment) => ({
	name,
	comment,
	severity: 'error',
	from: { path: from },
	to: { pathNot: allowed },
});

module.exports = {
	forbidden: [
		only(
			'core-stays-pure',
			'^core/',
			[
				'^core/',
				'^node_modules/jose/',
				'^node_modules/zod/',
				'^node_modules/ipaddr.js/',
				'^node_modules/libphonenumber-js/',
				'^crypto$',
			],
			'core knows no n8n, no clock and no network: jose, zod, ipaddr.js, libphonenumber-js and node:crypto only.',
		),
		only(
			'a-conversation-knows-no-record',
			'^core/conversation/',
			[
				'^core/(conversation|phone)/',
				'^core/(errors|json(-texts)?|text|time|words)[.]ts$',
				'^node_modules/zod/',
			],
			'core/record reads what core/conversation declares, not the other way round.',
		),
		only(
			'nodes-use-core-and-n8n-workflow',
			'^nodes/',
			['^nodes/', '^core/', '^node_modules/n8n-workflow/'],
			'nodes stand on core and n8n-workflow only.',
		),
		only(
			'credentials-use-n8n-workflow',
			'^credentials/',
			['^credentials/', '^node_modules/n8n-workflow/'],
			'credentials stand on n8n-workflow only.',
		),
		{
			name: 'sandbox-takes-only-types-of-core',
			comment: 'A stand-in that shared our verifier would share our bugs.',
			severity: 'error',
			from: { path: '^(sandbox|host)/' },
			to: { path: '^core/', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'sandbox-and-host-know-no-nodes',
			severity: 'error',
			from: { path: '^(sandbox|host)/' },
			to: { path: '^(nodes|credentials)/' },
		},
		{
			name: 'nothing-imports-what-only-tests',
			severity: 'error',
			from: { path: '^(nodes|credentials|core)/' },
			to: { path: '^(test|bench|sandbox|host|scripts)/' },
		},
		{
			name: 'sandbox-knows-no-host',
			comment: 'The stand-in of the service runs without n8n.',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^host/' },
		},
		{
			name: 'sandbox-and-host-import-no-tests',
			severity: 'error',
			from: { path: '^(sandbox|host)/' },
			to: { path: '^(test|bench)/' },
		},
		{
			name: 'suites-import-no-other-suite',
			comment: 'What several suites import is in test/support.',
			severity: 'error',
			from: { path: '^test/([^/]+)/', pathNot: '^test/(support|bad-days)/' },
			to: { path: '^test/', pathNot: '^test/($1|support|fixtures)/' },
		},
		{
			name: 'bad-days-import-no-suite-but-examples',
			comment: 'They run the examples as their suite does, with the same vendors.',
			severity: 'error',
			from: { path: '^test/bad-days/' },
			to: { path: '^test/', pathNot: '^test/(bad-days|examples|support|fixtures)/' },
		},
		{
			name: 'support-imports-no-suite',
			severity: 'error',
			from: { path: '^test/support/' },
			to: { path: '^test/', pathNot: '^test/(support|fixtures)/' },
		},
		{
			name: 'operations-import-no-other-resource',
			comment: 'What operations of several resources need stands in a folder of its own.',
			severity: 'error',
			from: { path: '^nodes/VoiceAgent/resources/([^/]+)/' },
			to: {
				path: '^nodes/VoiceAgent/resources/[^/]+/',
				pathNot: '^nodes/VoiceAgent/resources/$1/',
			},
		},
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no-cycles-between-folders',
			comment: 'A folder that needs another, and is needed by it, is no room of its own.',
			severity: 'error',
			scope: 'folder',
			from: { path: '^(core|nodes|credentials|sandbox|host|test|bench)(/|$)' },
			to: { circular: true },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: {
			extensions: ['.ts', '.mts', '.js', '.mjs', '.json'],
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};
