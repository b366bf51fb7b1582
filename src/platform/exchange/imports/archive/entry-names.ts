/** The names of an archive: none leaves the archive's folder, and none names two files on a system without cases. */

export type NameProblem = 'absolute' | 'leaves' | 'control' | 'empty' | 'long' | 'twice'

export interface NameFault {
  problem: NameProblem
  /** The entry before it whose name is the same on some system; null for other problems. */
  other: string | null
}

const MAX_NAME = 1000
const MAX_SEGMENT = 255

/**
 * The path that a name means: old writers on Windows separate folders by backslashes, and steps such as `./` lead nowhere. Segments
 * lose the spaces and dots at their ends, as they do on Windows.
 */
export function pathOfEntry(name: string): string {
  const segments = name.replaceAll('\\', '/').split('/')
  const last = segments.length - 1
  return segments
    .filter((segment, i) => segment !== '.' && (segment !== '' || i === 0 || i === last))
    .map((segment) => segment.replace(ENDS, '') || segment)
    .join('/')
}

const ENDS = /[. ]+$/

/** True for a name that loses spaces or dots. */
export const isTrimmed = (name: string): boolean =>
  name.split(/[/\\]/).some((segment) => ENDS.test(segment) && !/^[. ]+$/.test(segment))

/** Returns the fault of one path after the other; null for a safe one. Folders end with a slash. */
export function nameChecks(): (path: string) => NameFault | null {
  const taken = new Map<string, string>()
  return (path) => {
    const problem = problemOf(path)
    if (problem) return { problem, other: null }
    const key = keyOf(path)
    const other = taken.get(key)
    // An archive may list a folder several times.
    if (other !== undefined && !path.endsWith('/')) return { problem: 'twice', other }
    taken.set(key, path)
    return null
  }
}

/** True for what macOS adds to an archive beside its files: resource forks and Finder's facts. */
export const isAppleDouble = (name: string): boolean => /(^|\/)(__MACOSX\/|\._[^/]+$)/.test(name)

/** Equal for names that are one file on some system. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

function problemOf(name: string): NameProblem | null {
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return 'control'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'absolute'
  if (name.length > MAX_NAME) return 'long'
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  // Some systems take these for the folder above, whatever spaces follow.
  if (segments.some((segment) => /^[. ]*\.[. ]*$/.test(segment))) return 'leaves'
  if (segments.some((segment) => segment.trim() === '')) return 'empty'
  return segments.some((segment) => segment.length > MAX_SEGMENT) ? 'long' : null
}
