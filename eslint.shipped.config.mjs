// What ships is linted twice: by n8n's own untouched config (eslint.config.mjs), and here for safety
// against what strangers select and for one dialect, about which n8n's config says nothing.
import importX from 'eslint-plugin-import-x';
import perfectionist from 'eslint-plugin-perfectionist';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const shipped = ['core/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	{
		files: shipped,
		plugins: { regexp },
		extends: [tseslint.configs.base],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			// A sender, the service and the identity server select what these expressions read.
			'regexp/no-super-linear-backtracking': 'error',
			'regexp/no-super-linear-move': 'error',
		},
	},
	{
		files: shipped,
		plugins: { 'import-x': importX, perfectionist },
		rules: {
			complexity: ['error', 15],
			'max-lines-per-function': ['error', { max: 60, skipComments: true }],
			'@typescript-eslint/consistent-type-definitions': ['error', 'type'],
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/naming-convention': [
				'error',
				{
					selector: 'variable',
					modifiers: ['const', 'global'],
					types: ['string', 'number', 'boolean'],
					format: ['UPPER_CASE'],
				},
				{
					selector: 'variable',
					modifiers: ['const', 'global'],
					types: ['function'],
					format: ['camelCase'],
				},
			],
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
			// From what a file gives to others down to its details.
			'perfectionist/sort-modules': [
				'error',
				{ type: 'unsorted', groups: ['export-function', 'function'] },
			],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/shared/log.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'Identifier[name="logger"]',
					message: 'Write with log() of nodes/shared/log.ts: its lines say where they come from.',
				},
			],
		},
	},
	{
		files: ['nodes/VoiceAgentTrigger/delivery/**/*.ts'],
		ignores: ['nodes/VoiceAgentTrigger/delivery/{host,credential}.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					paths: [
						{
							name: 'n8n-workflow',
							importNames: ['IWebhookFunctions'],
							message: 'Take what a delivery needs from the Host of delivery/host.ts.',
						},
					],
				},
			],
		},
	},
);
