export declare const ENTRIES: readonly string[]
/** Prints what it does; returns whether each entry refuses each version. True where no old version has a binary. */
export declare function refusesOldNodes(): Promise<boolean>
