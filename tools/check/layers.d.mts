export declare const LAYERS: Record<string, string[]>
export declare const PACKAGES: Record<string, string[]>
export declare const NO_NODE: string[]
export declare const SPLIT_FOLDERS: string[]
export declare const ROOM_ORDER: Record<'platform' | 'renderer' | 'renderer/parts', string[]>
export declare const SEPARATE_ROOMS: string[]
