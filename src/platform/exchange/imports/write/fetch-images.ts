/** Fetches the image files of an archive in groups and reads them, one group ahead of the one that is written. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiError } from '../../../../shared/api/errors.ts'
import type { ReadFile } from '../../../datasets/images/add-images.ts'
import type { Images } from '../../../datasets/images/images.ts'
import type { ImportImageRow } from '../../../db/schema/imports.ts'
import { sha256OfFile } from '../../../files/blobs/file-hash.ts'
import { PRIVATE_FOLDER } from '../../../machine/private-folder.ts'
import type { ArchiveReader } from '../reader/archive-reader.ts'

export interface FetchedImage {
  staged: ImportImageRow
  /** Null for an image of the data set; an error for a file that is no image. */
  file: ReadFile | ApiError | null
}

/** A group is valid until the next one. */
export interface FetchedGroup {
  images: readonly FetchedImage[]
  /** The reason for which images of the group are missing behind these; undefined when none is. */
  failure: unknown
}

export interface FetchOptions {
  reader: Pick<ArchiveReader, 'extract'>
  readAll: Images['readAll']
  /** For the files of two groups at a time. */
  folder: string
  /** The place that the file of the archive has in the data set. */
  placedAt(file: string): Pick<ReadFile, 'directory' | 'filename'>
}

interface OpenGroup extends FetchedGroup {
  close(): Promise<void>
}

export async function* fetchImages(
  groups: AsyncIterator<readonly ImportImageRow[]>,
  options: FetchOptions,
): AsyncGenerator<FetchedGroup> {
  async function next(): Promise<OpenGroup | null> {
    const group = await groups.next()
    return group.done ? null : fetchGroup(group.value, options)
  }
  let pending = next()
  try {
    for (;;) {
      const group = await pending
      if (!group) return
      pending = next()
      // The next round reports its failure.
      pending.catch(() => undefined)
      try {
        yield group
      } finally {
        await group.close()
      }
    }
  } finally {
    await pending.then(
      (group) => group?.close(),
      () => undefined,
    )
  }
}

async function fetchGroup(group: readonly ImportImageRow[], options: FetchOptions): Promise<OpenGroup> {
  const folder = join(options.folder, `${group[0]?.position}`)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const wanted: { position: number; name: string; to: string }[] = []
  for (const { file, position } of group) {
    if (file !== null) wanted.push({ position, name: file, to: join(folder, `${position}`) })
  }
  const read = new Map<number, ReadFile | ApiError>()
  let failure: unknown
  try {
    for (let done = 0; done < wanted.length; ) {
      const count = await options.reader.extract(wanted.slice(done).map(({ name, to }) => ({ name, to })))
      const some = wanted.slice(done, done + count)
      for (const [position, file] of await readFiles(some, options)) read.set(position, file)
      done += count
    }
  } catch (error) {
    failure = error
  }
  const missing = group.findIndex(({ file, position }) => file !== null && !read.has(position))
  const images = (missing < 0 ? group : group.slice(0, missing)).map(
    (staged): FetchedImage => ({ staged, file: staged.file === null ? null : (read.get(staged.position) ?? null) }),
  )
  return {
    images,
    failure,
    async close() {
      // Files that were stored have none left.
      for (const file of read.values()) if ('read' in file) await file.read.settle(null)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readFiles(
  some: readonly { position: number; name: string; to: string }[],
  { readAll, placedAt }: FetchOptions,
): Promise<[position: number, file: ReadFile | ApiError][]> {
  const files = await Promise.all(
    some.map(async ({ name, to: path }) => {
      const place = placedAt(name)
      return { ...place, path, name: place.filename, sha256: await sha256OfFile(path) }
    }),
  )
  const reads = await readAll(files)
  return some.map(({ position }, i) => {
    const { name: _, ...file } = files[i] as (typeof files)[number]
    const read = reads[i] as (typeof reads)[number]
    return [position, 'settle' in read ? { ...file, read } : read]
  })
}
