/** Folders to the folders of their own layer that they import, each with the importing lines. */
export type FolderGraph = Map<string, Map<string, string[]>>

export declare function sourcesBelow(src: string): Map<string, string>
export declare function folderOf(file: string): string
export declare function folderGraph(sources: ReadonlyMap<string, string>): FolderGraph
export declare function cycles(graph: FolderGraph): string[][]
export declare function mutualPairs(graph: FolderGraph): [string, string][]
