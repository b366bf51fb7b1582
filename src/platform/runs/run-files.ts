/** Where the artifacts of runs lie: one folder for each run, named by its id. */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Artifact } from '../../shared/domain/run.ts'
import { sha256OfFile } from '../blobs/blob-store.ts'

/** Written by the engine while a run goes on, so it is there even when nothing else is. */
const LOG_NAME = 'run.log'

export interface RunFiles {
  dirOf(runId: string): string
  /** The path of a listed artifact; null when its file is gone, or its name is more than a file name. */
  find(runId: string, artifact: Artifact): Promise<string | null>
  /** Removes what an engine left behind that died with its host; answers the log as an artifact when there is one. */
  keepOnlyLog(runId: string): Promise<Artifact | null>
  delete(runId: string): Promise<void>
}

export function createRunFiles(dir: string): RunFiles {
  const dirOf = (runId: string) => join(dir, runId)
  return {
    dirOf,
    async find(runId, { name }) {
      if (name !== basename(name) || name === '..' || name === '.') return null
      const path = join(dirOf(runId), name)
      const found = await stat(path).catch(() => null)
      return found?.isFile() ? path : null
    },
    async keepOnlyLog(runId) {
      const names = await readdir(dirOf(runId)).catch((): string[] => [])
      const others = names.filter((name) => name !== LOG_NAME)
      await Promise.all(others.map((name) => rm(join(dirOf(runId), name), { recursive: true, force: true })))
      if (!names.includes(LOG_NAME)) return null
      const path = join(dirOf(runId), LOG_NAME)
      const [{ size }, sha256] = await Promise.all([stat(path), sha256OfFile(path)])
      return {
        id: LOG_NAME,
        name: LOG_NAME,
        kind: 'log',
        node_id: null,
        media_type: 'text/plain',
        size_bytes: size,
        sha256,
        records: null,
      }
    },
    delete: (runId) => rm(dirOf(runId), { recursive: true, force: true }),
  }
}
