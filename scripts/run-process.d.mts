export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	shell?: boolean;
	verbose?: boolean;
	timeoutMs?: number;
}
export declare function runProcess(
	program: string,
	argv: string[],
	options?: RunOptions,
): Promise<{ code: number; output: string }>;
export declare function handOver(program: string, argv: string[]): Promise<number>;
