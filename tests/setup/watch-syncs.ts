/** Notes what is put on the disk, for tests of what a power failure may not take: none can be caused here. */
import { type FileHandle, open } from 'node:fs/promises'
import { vi } from 'vitest'

/** Notes each file and folder that is put on the disk from now on; `path` is any file. Ends with `vi.restoreAllMocks`. */
export async function watchSyncs(path: string): Promise<string[]> {
  const handle = await open(path, 'r')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const seen: string[] = []
  const sync = prototype.sync
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    seen.push((await this.stat()).isDirectory() ? 'folder' : 'file')
    return sync.call(this)
  })
  return seen
}
