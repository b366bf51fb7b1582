/** @param sources paths below `src`, with slashes, to texts */
export declare function roomsDiagram(sources: ReadonlyMap<string, string>, chosen?: readonly string[]): string
