/** Where the artifacts of runs lie: one folder for each run, named by its id. */
import { existsSync } from 'node:fs'
import { appendFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { logText } from '../../shared/domain/log-text.ts'
import type { Artifact, LogLine } from '../../shared/domain/run.ts'
import { CHECKPOINT_NAME, LOCK_NAME, WORK_FOLDER_PREFIX } from '../../shared/domain/work-folder.ts'
import { sha256OfFile } from '../blobs/blob-store.ts'

/** Written by the engine while a run goes on, so it is there even when nothing else is. */
const LOG_NAME = 'run.log'

export interface RunFiles {
  dirOf(runId: string): string
  /** The path of a listed artifact; null when its file is gone, or its name is more than a file name. */
  find(runId: string, artifact: Artifact): Promise<string | null>
  /** True when the run has kept what another run can go on with. */
  isResumable(runId: string): Promise<boolean>
  /**
   * Removes what an engine left behind that died with its host, but for what the run can be resumed from; answers the
   * log as an artifact when there is one.
   */
  keepOnlyLog(runId: string): Promise<Artifact | null>
  /** Puts lines behind a run's log; answers the log as an artifact. */
  appendToLog(runId: string, lines: readonly LogLine[]): Promise<Artifact | null>
  /** Removes one file; one that is gone already is no failure. */
  remove(runId: string, artifact: Artifact): Promise<void>
  delete(runId: string): Promise<void>
}

export function createRunFiles(dir: string): RunFiles {
  const dirOf = (runId: string) => join(dir, runId)

  async function logOf(runId: string): Promise<Artifact> {
    const path = join(dirOf(runId), LOG_NAME)
    const [{ size }, sha256] = await Promise.all([stat(path), sha256OfFile(path)])
    const name = { id: LOG_NAME, name: LOG_NAME, kind: 'log', node_id: null } as const
    return { ...name, media_type: 'text/plain', size_bytes: size, sha256, records: null }
  }

  /** Name of the work folder that the run can be resumed from, or null. */
  async function resumableFolder(runId: string): Promise<string | null> {
    const names = await readdir(dirOf(runId)).catch((): string[] => [])
    const isKept = (name: string) => existsSync(join(dirOf(runId), name, CHECKPOINT_NAME))
    return names.find((name) => name.startsWith(WORK_FOLDER_PREFIX) && isKept(name)) ?? null
  }

  async function find(runId: string, { name }: Artifact): Promise<string | null> {
    if (name !== basename(name) || name === '..' || name === '.') return null
    const path = join(dirOf(runId), name)
    const found = await stat(path).catch(() => null)
    return found?.isFile() ? path : null
  }

  return {
    dirOf,
    find,
    async remove(runId, artifact) {
      const path = await find(runId, artifact)
      if (path !== null) await rm(path, { force: true })
    },
    isResumable: async (runId) => (await resumableFolder(runId)) !== null,
    async keepOnlyLog(runId) {
      const dir = dirOf(runId)
      const names = await readdir(dir).catch((): string[] => [])
      const kept = await resumableFolder(runId)
      for (const name of names) {
        // An engine that is about to end may still hold the lock.
        if (name === LOG_NAME || name === LOCK_NAME || name === kept) continue
        const [path, inside] = [join(dir, name), kept && join(dir, kept, name)]
        // Results that were already on their way out are whole, and wanted again.
        if (inside && !name.startsWith('.') && !existsSync(inside)) await rename(path, inside)
        else await rm(path, { recursive: true, force: true })
      }
      return names.includes(LOG_NAME) ? logOf(runId) : null
    },
    async appendToLog(runId, lines) {
      try {
        await appendFile(join(dirOf(runId), LOG_NAME), lines.map(logText).join(''))
        return await logOf(runId)
      } catch {
        return null
      }
    },
    delete: (runId) => rm(dirOf(runId), { recursive: true, force: true }),
  }
}
