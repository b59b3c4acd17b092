// Lint rules for what does not ship: sandbox, tests, benchmarks, scripts. What ships is linted by
// n8n's own untouched config (eslint.config.mjs).
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['dist', 'node_modules', '.sandbox', '**/*.ts'] },
	{
		files: ['**/*.mts', '**/*.mjs', '*.js'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: {
			globals: {
				process: 'readonly',
				console: 'readonly',
				Buffer: 'readonly',
				URL: 'readonly',
				URLSearchParams: 'readonly',
				fetch: 'readonly',
				setTimeout: 'readonly',
				clearTimeout: 'readonly',
				setInterval: 'readonly',
				clearInterval: 'readonly',
				setImmediate: 'readonly',
				AbortController: 'readonly',
				AbortSignal: 'readonly',
				structuredClone: 'readonly',
				require: 'readonly',
				module: 'writable',
				exports: 'writable',
				__dirname: 'readonly',
			},
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-require-imports': 'off',
			'no-empty': ['error', { allowEmptyCatch: false }],
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
		},
	},
	{ files: ['**/*.mts'], rules: { 'no-undef': 'off' } },
	{
		files: ['test/**/*.mts'],
		rules: {
			'no-restricted-globals': ['error', { name: 'it', message: 'Tests are written with test().' }],
		},
	},
);
