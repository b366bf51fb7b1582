/** Documents as files, written atomically. A data folder belongs to one process. */
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import type { Documents } from '../shared/domain/documents.ts'
import { errnoOf, fileError } from './file-error.ts'

const writing = (path: string) => (error: unknown) => {
  throw fileError('write', path, error)
}

/** All throw BridgeFailure file_unreadable or file_unwritable. */
export const diskDocuments: Documents = {
  async read(path) {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw fileError('read', path, error)
    }
  },
  write: (path, text) => writeFileAtomic(path, text).catch(writing(path)),
  remove: (path) => rm(path, { force: true, recursive: true }).catch(writing(path)),
  rename: (path, to) => rename(path, to).catch(writing(path)),
  async names(folder) {
    const names = await readdir(folder).catch((error) => {
      if (errnoOf(error) === 'ENOENT') return []
      throw fileError('read', folder, error)
    })
    // The names of temporary files begin with a dot.
    return names.filter((name) => !name.startsWith('.'))
  },
  exclusively: (work) => work(diskDocuments),
}
