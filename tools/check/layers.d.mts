export declare const LAYERS: Record<string, string[]>
export declare const PACKAGES: Record<string, string[]>
export declare const NO_NODE: string[]
