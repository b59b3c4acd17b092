import { ensureNodeModules } from './ensure-node-modules.mjs';
import { handOver } from './run-process.mjs';
import { runEndToEndTests } from './run-end-to-end-tests.mjs';
import { runStep } from './show-progress.mjs';
import { runTests } from './run-tests.mjs';
import { runScript } from './run-script.mjs';

const commands = {
	start: buildAndHandOver('sandbox/start.mts'),
	sandbox: (argv) => handOver('node', ['sandbox/cli.mts', ...argv]),
	test: runTests,
	'test:e2e': runEndToEndTests,
};

function buildAndHandOver(file) {
	return async (argv) => {
		const { code, output } = await runStep('build', () => runScript('build', argv));
		if (code !== 0) {
			console.error(output);
			return code;
		}
		return handOver('node', [file, ...argv]);
	};
}

/**
 * Makes sure that the dependencies and Node 24 are there, then runs one command under Node 24.
 * Everything behind the command's name is passed on. Returns the exit code.
 */
export async function runCommand([name, ...argv]) {
	const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
	if (command === undefined) {
		console.error(
			`Unknown command "${name ?? ''}". There are: ${Object.keys(commands).join(', ')}.`,
		);
		return 1;
	}
	await ensureNodeModules({ verbose: argv.includes('--verbose') });
	return command(argv);
}
