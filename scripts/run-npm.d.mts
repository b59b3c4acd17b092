import type { RunOptions } from './run-process.mjs';

export declare function runNpm(argv: string[], options?: RunOptions): Promise<string>;
