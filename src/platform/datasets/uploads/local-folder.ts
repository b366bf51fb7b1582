/** The images of a folder on this machine, for an app that serves the person at it. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isFileUrl } from '../../../shared/domain/file-url.ts'
import { naturally } from '../../../shared/domain/natural-order.ts'
import { isImageName } from '../../../shared/domain/still-formats.ts'
import type { RunImage } from '../../../shared/engine-contract/job.ts'
import { localPath } from './media-handles.ts'

export interface LocalFolder {
  /** For display. */
  name: string
  /** Images directly in the folder, in the natural order of their names. */
  images: RunImage[]
}

/**
 * Null for a handle that is not the `file://` URL of a readable folder, and always when local files are not allowed.
 */
export type ResolveFolder = (handle: string) => Promise<LocalFolder | null>

export const createFolderResolver =
  (allowLocalFiles: boolean): ResolveFolder =>
  async (handle) => {
    const path = allowLocalFiles && isFileUrl(handle) ? localPath(handle) : null
    const entries = path === null ? null : await readdir(path, { withFileTypes: true }).catch(() => null)
    if (path === null || !entries) return null
    const names = entries.filter((e) => !e.isDirectory() && isImageName(e.name) && !e.name.startsWith('.'))
    const images = names
      .map(({ name }) => ({ id: null, path: join(path, name), name }))
      .sort((a, b) => naturally(a.name, b.name))
    return { name: basename(path), images }
  }
