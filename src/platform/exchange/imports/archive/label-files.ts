/** The files of an import as readers of formats see them: those of an archive, or a single file. */

export interface LabelFile {
  /** Path in the archive, with slashes; checked to stay in it. */
  name: string
  /** The inflated size that the archive declares, or the size of a single file. */
  sizeBytes: number
}

export interface LabelFiles {
  /** In the order of the archive, without folders. */
  files: readonly LabelFile[]
  /** Entries that are left out for their names, or because they are no plain files. */
  refused: readonly RefusedEntry[]
  /** Entries whose names are in a code page that the archive does not say. */
  guessedNames?: readonly GuessedName[]
  /** Names that lose the spaces and dots at their ends, as the archive has them. */
  trimmedNames?: readonly string[]
  /** The bytes of a file; it fails when they are more than the archive declares. @throws ApiError import_unreadable */
  read(name: string): AsyncIterable<Uint8Array>
  close(): void
}

export interface GuessedName {
  name: string
  encoding: string
}

export interface RefusedEntry {
  name: string
  reason: 'name' | 'twice' | 'link' | 'encrypted' | 'archive' | 'size'
  /** The problem of the name, or the entry that has the same; null for other reasons. */
  detail: string | null
}

/** Texts of labels are small; those that are not are read as streams. @throws RangeError for a longer one */
export async function textOf(
  files: Pick<LabelFiles, 'read'>,
  name: string,
  mostBytes = 16 * 1024 ** 2,
): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of files.read(name)) {
    length += part.length
    if (length > mostBytes) throw new RangeError(`${name} is longer than ${mostBytes} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
    .toString('utf8')
    .replace(/^\ufeff/, '')
}
