/** The paths that a text of labels can mean: tools write folders of other machines, backslashes, URLs and escaped letters. */
import { extensionsOfType, imageTypeOfName } from '../../../../shared/domain/still-formats.ts'
import { keyOf } from '../archive/entry-names.ts'

export interface DeclaredPath {
  /** Equal for names that are one file on some system. */
  name: string
  /** The last one first. */
  folders: readonly string[]
  /** The path as it is written, with slashes. */
  written: string
}

const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i
/** Label Studio serves files of its machine under a query, and puts eight digits before the names of uploads. */
const [LOCAL_FILE, UPLOAD_DIGITS] = [/[?&]d=([^&#]+)/, /^[0-9a-f]{8}-(?=.)/]

/** The paths that the text itself can mean, the likeliest first. */
export function readingsOf(text: string): DeclaredPath[] {
  const local = LOCAL_FILE.exec(text)?.[1]
  const bare = text.replace(/[?#].*$/s, '')
  const texts = local !== undefined ? [local, text] : SCHEME.test(text) ? [bare, text] : [text, bare]
  const decoded = texts.flatMap((one) => (one.includes('%') ? [one, ...decodings(one)] : [one]))
  const paths = new Set(decoded.map((one) => plain(one.replace(SCHEME, ''))))
  return [...paths].map(declaredPath).filter(({ name }) => name !== '')
}

/** Escapes may themselves be escaped. */
function decodings(text: string): string[] {
  try {
    const once = decodeURIComponent(text)
    return once.includes('%') && once !== text ? [once, ...decodings(once).slice(0, 1)] : [once]
  } catch {
    return []
  }
}

/** A path with slashes, without a drive and without steps such as `./` and `a/../`. */
export function plain(text: string): string {
  const segments: string[] = []
  for (const segment of text.trim().split(/[/\\]+/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

export function declaredPath(path: string): DeclaredPath {
  const [name = '', ...folders] = keyOf(path).split('/').reverse()
  return { name, folders, written: path }
}

/** True when one of the paths can be the end of the other, apart from their endings. */
export function canBeOne(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => {
    const path = readingsOf(text)[0]
    return path ? [withoutEnding(path.name), ...path.folders] : []
  }) as [string[], string[]]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.every((segment, i) => segment === long[i])
}

/**
 * Names of the same image for a path that no file has: without the digits of Label Studio, with another ending of its format, or
 * with any where it has none.
 */
export function otherNames(path: DeclaredPath, isStem: boolean): { path: DeclaredPath; isStem: boolean }[] {
  const bare = path.name.replace(UPLOAD_DIGITS, '')
  const withoutDigits = bare === path.name ? [] : [{ path: { ...path, name: bare }, isStem }]
  if (isStem) return withoutDigits
  const type = imageTypeOfName(path.name)
  if (type === undefined) return [...withoutDigits, { path, isStem: true }]
  const stem = withoutEnding(path.name)
  const endings = extensionsOfType(type).map((ending) => ({ path: { ...path, name: stem + ending }, isStem: false }))
  return [...withoutDigits, ...endings]
}

export function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > name.lastIndexOf('/') + 1 ? name.slice(0, dot) : name
}
