export declare function missingPackages(here: { root: string; system: string; processor: string }): string[]
