/** @param sources paths below `src`, with slashes, to texts */
export declare function roomsDiagram(sources: ReadonlyMap<string, string>): string
export declare function withDiagram(document: string, diagram: string): string
