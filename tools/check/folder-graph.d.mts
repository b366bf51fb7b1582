export declare function sourcesBelow(src: string): Map<string, string>
export declare function folderOf(file: string): string
export declare function folderGraph(sources: ReadonlyMap<string, string>): Map<string, Map<string, string[]>>
export declare function cycles(graph: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[][]
