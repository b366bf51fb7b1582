/** @param sources paths below `src`, with slashes, to texts */
export declare function roomsPicture(sources: ReadonlyMap<string, string>): string
export declare function withPicture(document: string, picture: string): string
