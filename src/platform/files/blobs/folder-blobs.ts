/** Blobs as files: <dir>/<first two digits>/<SHA-256>. */
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFile, syncFolder } from '../../../disk/atomic-file.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { BlobPlace } from './blob-store.ts'

export const blobPath = (dir: string, sha256: string): string => join(dir, sha256.slice(0, 2), sha256)

/** Size in bytes; null when there is no such file. */
const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** Files are moved in from the same file system, so that a blob appears atomically. */
export function folderBlobs(dir: string): BlobPlace {
  const pathOf = (sha256: string) => blobPath(dir, sha256)

  async function list(): Promise<string[]> {
    const names = await readdir(dir, { recursive: true }).catch(() => [])
    return names.map((name) => basename(name)).filter((name) => /^[0-9a-f]{64}$/.test(name))
  }

  /** Returns whether it has made the folder, which most blobs find. */
  async function move(path: string, sha256: string): Promise<boolean> {
    try {
      await rename(path, pathOf(sha256))
      return false
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    const made = await mkdir(dirname(pathOf(sha256)), { recursive: true, mode: PRIVATE_FOLDER })
    await rename(path, pathOf(sha256))
    return made !== undefined
  }

  return {
    list,
    async take(path, sha256) {
      // A row may name the bytes only once a power failure no longer takes them.
      await syncFile(path)
      const before = await sizeOf(pathOf(sha256))
      // A file that was truncated on the disk is not a copy of these bytes and is replaced.
      if (before === null || before !== (await sizeOf(path))) {
        const isNewFolder = await move(path, sha256)
        await syncFolder(dirname(pathOf(sha256)))
        if (isNewFolder) await syncFolder(dir)
      } else await rm(path, { force: true })
      return before === null
    },
    localFile: async (sha256) => pathOf(sha256),
    has: (sha256) =>
      access(pathOf(sha256)).then(
        () => true,
        () => false,
      ),
    sizeOf: (sha256) => sizeOf(pathOf(sha256)),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  }
}
