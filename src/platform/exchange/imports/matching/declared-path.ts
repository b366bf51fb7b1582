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
const [LOCAL_FILE, UPLOAD_DIGITS] = [/[?&]d=([^&#]+)/, /(^|\/)[0-9a-f]{8}-(?=[^/]+$)/i]

/** The likeliest first. */
export function readingsOf(text: string): DeclaredPath[] {
  const local = LOCAL_FILE.exec(text)?.[1]
  const bare = text.replace(/[?#].*$/s, '')
  const texts = local !== undefined ? [local, text] : SCHEME.test(text) ? [bare, text] : [text, bare]
  const decoded = texts.flatMap((one) => (one.includes('%') ? [one, ...decodings(one)] : [one]))
  const paths = new Set(decoded.map((one) => plain(one.replace(SCHEME, ''))))
  for (const path of [...paths]) paths.add(path.replace(UPLOAD_DIGITS, '$1'))
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

/** With slashes, without a drive, and without steps such as `./` and `a/../`. */
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

/** Names of the same image for a path that no file has: with another ending of its format, or with any where it has none. */
export function otherNames(path: DeclaredPath): { name: DeclaredPath; isStem: boolean }[] {
  const type = imageTypeOfName(path.name)
  if (type === undefined) return [{ name: path, isStem: true }]
  const stem = withoutEnding(path.name)
  return extensionsOfType(type).map((ending) => ({ name: { ...path, name: stem + ending }, isStem: false }))
}

export function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > name.lastIndexOf('/') + 1 ? name.slice(0, dot) : name
}
