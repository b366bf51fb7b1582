/**
 * Keys of objects and the folders that they seem to lie in. The prefix of a connection is a boundary: a key outside of it
 * is never sent to a bucket, whatever a server makes of dots, slashes and escapes.
 */
import { MAX_KEY_LENGTH } from '../../../shared/api/storage-connections.ts'

const SLASHES = /[/\\]/

/** False when any reader could take a part of the text for a step up, for an absolute path or for a character that no key has. */
function isPlain(text: string): boolean {
  if (/[\\\p{Cc}\p{Cs}]/u.test(text) || text.startsWith('/')) return false
  return text.split('/').every((segment) => segment !== '.' && segment !== '..' && !hidesPath(segment))
}

/** Nobody escapes a name so often for a good reason, and each time costs. */
const MOST_DECODINGS = 4

/** True for a segment that becomes several, or a step up, when it is decoded as often as it can be. */
function hidesPath(segment: string): boolean {
  let text = segment
  for (let n = 0; n < MOST_DECODINGS; n++) {
    const decoded = decodedOnce(text)
    if (decoded === text) return false
    if (SLASHES.test(decoded) || decoded === '.' || decoded === '..' || decoded.includes('\0')) return true
    text = decoded
  }
  return true
}

/** Escapes of ASCII only: those of other characters hide no separator. */
const decodedOnce = (text: string): string =>
  text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** True for a key that may be requested from a bucket. */
export const isSafeKey = (key: string): boolean =>
  key !== '' && Buffer.byteLength(key) <= MAX_KEY_LENGTH && isPlain(key)

/** The prefix of a folder: empty, or with a slash at its end, so that `photos` does not cover `photos-private`. */
export function folderPrefix(text: string): string | null {
  const prefix = text === '' || text.endsWith('/') ? text : `${text}/`
  return prefix === '' || isSafeKey(prefix) ? prefix : null
}

/** The folder within the boundary that a caller names: the boundary itself when none is named, null outside of it. */
export function narrowed(boundary: string, text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return boundary
  const prefix = folderPrefix(text)
  return prefix?.startsWith(boundary) ? prefix : null
}

/** True for an object below a folder; false for the marker of the folder itself. */
export const isBelow = (key: string, prefix: string): boolean =>
  isSafeKey(key) && key.startsWith(prefix) && key.length > prefix.length

export const nameOfKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** Directory and file name of an object below a folder, without empty segments. */
export function placeBelow(key: string, prefix: string): { folders: string[]; filename: string } {
  const segments = key
    .slice(prefix.length)
    .split('/')
    .filter((segment) => segment !== '')
  return { folders: segments.slice(0, -1), filename: segments.at(-1) ?? '' }
}
