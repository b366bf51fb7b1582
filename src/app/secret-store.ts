/** The host's store of secrets, such as the platform's API key. */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import { errnoOf } from './file-error.ts'

export interface SecretStore {
  /** The secret, or null when there is none or it can no longer be read. */
  get(name: string): Promise<string | null>
  set(name: string, secret: string): Promise<void>
  delete(name: string): Promise<void>
}

/** Secrets as files that only their owner may read, for hosts without the system's key ring. */
export function fileSecrets(folder: string): SecretStore {
  return {
    async get(name) {
      try {
        return (await readFile(join(folder, name), 'utf8')).trim() || null
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return null
        throw error
      }
    },
    set: (name, secret) => writeFileAtomic(join(folder, name), `${secret}\n`),
    delete: (name) => rm(join(folder, name), { force: true }),
  }
}
