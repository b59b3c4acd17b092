export declare function readLockHash(lockFile: string): Promise<string>;
