/**
 * Thumbnails as files: <dir>/<first two digits>/<SHA-256>-<size>.webp. They can be made again, so the oldest of a folder are
 * removed when it is full; the hash distributes them evenly over the folders.
 */
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { THUMBNAIL_SIZES, type ThumbnailSize } from '../../../shared/engine-contract/derivation.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'

export interface Thumbnails {
  /** Absolute, whether or not it exists. */
  pathOf(sha256: string, size: ThumbnailSize): string
  /** Returns whether it exists, and notes that it was used. */
  use(sha256: string, size: ThumbnailSize): Promise<boolean>
  /** Moves both files in, from the same file system. `bytes`: of both together. */
  take(sha256: string, files: Readonly<Record<ThumbnailSize, string>>, bytes: number): Promise<void>
  remove(sha256: string): Promise<void>
}

const FOLDERS = 256
/** Part of the limit that stays when a folder is emptied. */
const KEPT = 0.9
/** A file that was used today is not noted again. */
const NOTED_FOR_MS = 24 * 60 * 60_000

/** `maxBytes`: of all thumbnails together, about; the newest of a folder always stays. */
export function createThumbnails(dir: string, maxBytes: number): Thumbnails {
  const most = maxBytes / FOLDERS
  /** Bytes by folder, once something was written to it. */
  const held = new Map<string, number>()
  const pathOf = (sha256: string, size: ThumbnailSize) => join(dir, sha256.slice(0, 2), `${sha256}-${size}.webp`)

  async function filesOf(folder: string) {
    const names = await readdir(folder).catch((): string[] => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name)
        const found = await stat(path).catch(() => null)
        return { path, bytes: found?.size ?? 0, usedMs: found?.mtimeMs ?? 0 }
      }),
    )
    return files.sort((a, b) => a.usedMs - b.usedMs)
  }

  async function makeRoom(folder: string, kept: readonly string[]): Promise<void> {
    const files = await filesOf(folder)
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > most) {
      for (const file of files) {
        if (bytes <= KEPT * most) break
        if (kept.includes(file.path)) continue
        await rm(file.path, { force: true })
        bytes -= file.bytes
      }
    }
    held.set(folder, bytes)
  }

  return {
    pathOf,
    async use(sha256, size) {
      const path = pathOf(sha256, size)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return false
      const now = new Date()
      if (now.getTime() - found.mtimeMs > NOTED_FOR_MS) await utimes(path, now, now).catch(() => undefined)
      return true
    },
    async take(sha256, files, added) {
      const folder = dirname(pathOf(sha256, 256))
      const bytes = held.get(folder)
      const move = () => Promise.all(THUMBNAIL_SIZES.map((size) => rename(files[size], pathOf(sha256, size))))
      await move().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
        await move()
      })
      if (bytes !== undefined && bytes + added <= most) held.set(folder, bytes + added)
      else
        await makeRoom(
          folder,
          THUMBNAIL_SIZES.map((size) => pathOf(sha256, size)),
        )
    },
    async remove(sha256) {
      for (const size of THUMBNAIL_SIZES) await rm(pathOf(sha256, size), { force: true })
    },
  }
}
