export declare function countResult(result: object): { passed: number; failed: number };
