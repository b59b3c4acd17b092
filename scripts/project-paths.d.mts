export declare const projectRoot: string;
export declare const cacheFolder: string;
export declare function toolEnvironment(): NodeJS.ProcessEnv;
