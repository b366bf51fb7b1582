/** Recognises archives that imports can't read, by their first bytes or names, so that the error can ask for a ZIP file. */

const STARTS: readonly [kind: string, bytes: string, at?: number][] = [
  ['7z', '7z\xbc\xaf\x27\x1c'],
  ['gzip', '\x1f\x8b'],
  ['bzip2', 'BZh'],
  ['xz', '\xfd7zXZ\0'],
  ['Zstandard', '\x28\xb5\x2f\xfd'],
  ['RAR', 'Rar!\x1a\x07'],
  ['tar', 'ustar', 257],
]

/** Returns the kind as people call it; null for a file that is no archive. */
export function otherArchive(start: Buffer, name: string): string | null {
  const found = STARTS.find(([, bytes, at = 0]) => start.toString('latin1', at, at + bytes.length) === bytes)
  if (found?.[0] === 'gzip' && /\.(tgz|tar\.gz)$/i.test(name)) return 'tar.gz'
  // The oldest form of tar has no mark.
  return found?.[0] ?? (/\.tar$/i.test(name) ? 'tar' : null)
}
