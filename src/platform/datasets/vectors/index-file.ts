/**
 * The files of an index: one that usearch writes, and a note with its hash and the rows that it contains. The note is replaced
 * last, so that a crash leaves the earlier pair; a file that does not match its note is not read.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DESCRIPTOR_MODEL } from '../../../shared/engine-contract/derivation.ts'

export interface IndexNote {
  /** The descriptor of its vectors. */
  model: string
  /** Name of the file beside the note. */
  file: string
  /** Hex SHA-256 of the file. */
  sha256: string
  mark: string
}

export interface IndexFiles {
  /** The path and the mark of the index that was written last; null when there is none, or it is damaged. */
  find(dataset: string): Promise<{ path: string; mark: string } | null>
  /** `save` writes the index to the path that it receives. */
  write(dataset: string, mark: string, save: (path: string) => void): Promise<void>
  remove(dataset: string): Promise<void>
}

export function createIndexFiles(dir: string): IndexFiles {
  const notePath = (dataset: string) => join(dir, `${dataset}.json`)

  async function read(dataset: string): Promise<IndexNote | null> {
    try {
      const note = JSON.parse(await readFile(notePath(dataset), 'utf8')) as Partial<IndexNote>
      const { model, file, sha256, mark } = note
      if (model !== DESCRIPTOR_MODEL || !file?.startsWith(`${dataset}.`) || file.includes('/')) return null
      return sha256 !== undefined && mark !== undefined ? { model, file, sha256, mark } : null
    } catch {
      return null
    }
  }

  return {
    async find(dataset) {
      const note = await read(dataset)
      if (!note) return null
      const path = join(dir, note.file)
      const isWhole = (await stat(path).catch(() => null)) !== null && (await hashOf(path)) === note.sha256
      return isWhole ? { path, mark: note.mark } : null
    },
    async write(dataset, mark, save) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const before = await read(dataset)
      const file = `${dataset}.${before?.file.endsWith('.a.usearch') ? 'b' : 'a'}.usearch`
      const path = join(dir, file)
      save(path)
      const note: IndexNote = { model: DESCRIPTOR_MODEL, file, sha256: await hashOf(path), mark }
      const written = `${notePath(dataset)}.new`
      await writeFile(written, JSON.stringify(note), { mode: 0o600 })
      await rename(written, notePath(dataset))
      if (before && before.file !== file) await rm(join(dir, before.file), { force: true })
    },
    async remove(dataset) {
      await rm(notePath(dataset), { force: true })
      for (const half of ['a', 'b']) await rm(join(dir, `${dataset}.${half}.usearch`), { force: true })
    },
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(part as Buffer)
  return hash.digest('hex')
}
