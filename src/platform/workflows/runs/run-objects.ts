/** Files of runs in the store, where every server of a cluster finds them: runs/<run>/<name>. */
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { newId } from '../../db/database.ts'
import { saveHashing } from '../../files/blobs/file-hash.ts'
import { type ObjectStore, StoreUnavailable } from '../../files/blobs/object-store.ts'

export interface RunObjects {
  /**
   * Writes the files of a folder, except hidden ones. Waits for a store that is away, unless `isStopped`. Returns whether all are
   * there.
   */
  publish(runId: string, folder: string, isStopped: () => boolean): Promise<boolean>
  write(runId: string, name: string, path: string): Promise<void>
  /** Downloads a file. Returns false when the store does not have it. @throws StoreUnavailable */
  fetch(runId: string, name: string, to: string): Promise<boolean>
  remove(runId: string, name: string): Promise<void>
  removeAll(runId: string): Promise<void>
}

const AT_ONCE = 8
const AGAIN_MS = 3000

export function createRunObjects(objects: ObjectStore): RunObjects {
  const keyOf = (runId: string, name: string) => `runs/${runId}/${name}`

  async function publishAll(runId: string, folder: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
    const limited = pLimit(AT_ONCE)
    await Promise.all(names.map((name) => limited(() => objects.write(keyOf(runId, name), join(folder, name)))))
  }

  return {
    async publish(runId, folder, isStopped) {
      for (;;) {
        try {
          await publishAll(runId, folder)
          return true
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
          if (isStopped()) return false
          await sleep(AGAIN_MS, undefined, { ref: false })
        }
      }
    },
    write: (runId, name, path) => objects.write(keyOf(runId, name), path),
    async fetch(runId, name, to) {
      const bytes = await objects.read(keyOf(runId, name))
      if (!bytes) return false
      const part = `${to}.${newId()}.part`
      try {
        await saveHashing(bytes, part)
        await rename(part, to)
      } finally {
        await rm(part, { force: true })
      }
      return true
    },
    remove: (runId, name) => objects.remove(keyOf(runId, name)),
    async removeAll(runId) {
      for await (const { key } of objects.list(keyOf(runId, ''))) await objects.remove(key)
    },
  }
}
