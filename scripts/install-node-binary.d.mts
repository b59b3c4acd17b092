export declare function installNodeBinary(
	modules: string,
	options?: { verbose?: boolean },
): Promise<void>;
