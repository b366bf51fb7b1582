/** Checks the names of an archive: none leaves the archive's folder, and none names two files on a system without cases. */

export type NameProblem = 'absolute' | 'leaves' | 'backslash' | 'control' | 'empty' | 'long' | 'twice'

const MAX_NAME = 1000
const MAX_SEGMENT = 255

/** Returns the problem of one name after the other; null for a safe one. Folders end with a slash. */
export function nameChecks(): (name: string) => NameProblem | null {
  const taken = new Set<string>()
  return (name) => {
    const problem = problemOf(name)
    if (problem) return problem
    const key = keyOf(name)
    if (taken.has(key)) return 'twice'
    taken.add(key)
    return null
  }
}

/** True for what macOS adds to an archive beside its files: resource forks and Finder's facts. */
export const isAppleDouble = (name: string): boolean => /(^|\/)(__MACOSX\/|\._[^/]+$)/.test(name)

/** Equal for names that are one file on some system. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

function problemOf(name: string): NameProblem | null {
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return 'control'
  if (name.includes('\\')) return 'backslash'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'absolute'
  if (name.length > MAX_NAME) return 'long'
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  if (segments.some((segment) => segment === '..' || segment === '.')) return 'leaves'
  if (segments.some((segment) => segment.trim() === '')) return 'empty'
  return segments.some((segment) => segment.length > MAX_SEGMENT) ? 'long' : null
}
