export const ON_POSTGRES: Record<string, string>
/** Folders, and beginnings of files. */
export const THROUGH_ALL: string[]
/** Paths of test files. */
export const SEEN_ON_POSTGRES: string[]
/** Paths of test files. */
export function postgresTests(): string[]
/** Folders, and beginnings of files. */
export const ON_OTHER_NODES: string[]
/** Each file that is not repeated, with one that is. */
export const SEEN_ON_OTHER_NODES: Record<string, string>
/** Paths of test files. */
export function otherNodesTests(): string[]
export function areaOf(path: string): string | null
export function isOfArea(file: string): boolean
