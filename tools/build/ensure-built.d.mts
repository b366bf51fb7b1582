export declare const PARTS: Record<string, { part: string; out: string; from: string[] }>
/** Builds each named part that is older than its sources; with `force`, always. */
export declare function ensureBuilt(parts: string[], options?: { force?: boolean }): Promise<void>
export declare function withLock<T>(name: string, work: () => Promise<T>): Promise<T>
