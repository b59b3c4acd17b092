export declare function matchesLock(folder: string): Promise<boolean>;
