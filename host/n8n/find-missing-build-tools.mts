import { spawnSync } from 'node:child_process';

const tools = ['python3', 'make', 'g++'];

/** The programs that compiling a native module needs and that this machine does not have. */
export function findMissingBuildTools(): string[] {
	return tools.filter((tool) => {
		const { error, status } = spawnSync(tool, ['--version'], { stdio: 'ignore' });
		return error !== undefined || status !== 0;
	});
}
