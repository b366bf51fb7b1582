/** The test itself, or the nearest folder of tests that mirrors the folder of a source. Null for other files. */
export function testsOf(file: string, exists?: (path: string) => boolean): string | null
