export declare function formatDuration(milliseconds: number): string;
export declare function runStep<T>(
	name: string,
	action: () => Promise<T>,
	describe?: (result: T) => string,
): Promise<T>;
