/** The artifact folders of runs: one folder for each run, named by its id, on the machine that executed it or needs its files. */
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { logText } from '../../../shared/domain/log-text.ts'
import type { Artifact, LogLine } from '../../../shared/domain/run.ts'
import { CHECKPOINT_NAME, LOCK_NAME, WORK_FOLDER_PREFIX } from '../../../shared/domain/work-folder.ts'
import { sha256OfFile } from '../../files/blobs/file-hash.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { RunObjects } from './run-objects.ts'

/** Written by the engine during a run, so it exists even when nothing else does. */
const LOG_NAME = 'run.log'

export interface RunFiles {
  dirOf(runId: string): string
  /** The path of a listed artifact, which is fetched from the store if needed; null when its file is gone, or its name is more than a file name. */
  find(runId: string, artifact: Artifact): Promise<string | null>
  /** True when the run has a checkpoint that another run can resume from. */
  isResumable(runId: string): Promise<boolean>
  /**
   * Removes the leftovers of an engine that died with its host, except those that a `resumable` run can be resumed from; returns
   * the log as an artifact if there is one.
   */
  keepOnlyLog(runId: string, options: { resumable: boolean }): Promise<Artifact | null>
  /** Appends lines to a run's log; returns the log as an artifact. */
  appendToLog(runId: string, lines: readonly LogLine[]): Promise<Artifact | null>
  /** Removes one file; succeeds when it is already gone. */
  remove(runId: string, artifact: Artifact): Promise<void>
  delete(runId: string): Promise<void>
  /** Writes the results to the store if there is one, for which it waits unless `isStopped`. Returns whether they are there. */
  publish(runId: string, isStopped: () => boolean): Promise<boolean>
  /** Removes what an attempt on this machine has left. */
  discard(runId: string): Promise<void>
}

export function createRunFiles(dir: string, objects: RunObjects | null): RunFiles {
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
    if (found) return found.isFile() ? path : null
    if (!objects) return null
    await mkdir(dirOf(runId), { recursive: true, mode: PRIVATE_FOLDER })
    return (await objects.fetch(runId, name, path)) ? path : null
  }

  const discard = (runId: string) => rm(dirOf(runId), { recursive: true, force: true })

  return {
    dirOf,
    find,
    async remove(runId, artifact) {
      const path = await find(runId, artifact)
      if (path === null) return
      await objects?.remove(runId, artifact.name)
      await rm(path, { force: true })
    },
    isResumable: async (runId) => (await resumableFolder(runId)) !== null,
    async keepOnlyLog(runId, { resumable }) {
      const dir = dirOf(runId)
      const names = await readdir(dir).catch((): string[] => [])
      const kept = resumable ? await resumableFolder(runId) : null
      for (const name of names) {
        // An engine that is about to exit may still hold the lock.
        if (name === LOG_NAME || name === LOCK_NAME || name === kept) continue
        const [path, inside] = [join(dir, name), kept && join(dir, kept, name)]
        // Results that were already being moved out are complete, and needed again.
        if (inside && !name.startsWith('.') && !existsSync(inside)) await rename(path, inside)
        else await rm(path, { recursive: true, force: true })
      }
      return names.includes(LOG_NAME) ? logOf(runId) : null
    },
    async appendToLog(runId, lines) {
      const path = join(dirOf(runId), LOG_NAME)
      try {
        if (objects && !existsSync(path)) {
          await mkdir(dirOf(runId), { recursive: true, mode: PRIVATE_FOLDER })
          await objects.fetch(runId, LOG_NAME, path)
        }
        await appendFile(path, lines.map(logText).join(''))
        await objects?.write(runId, LOG_NAME, path)
        return await logOf(runId)
      } catch {
        return null
      }
    },
    async delete(runId) {
      await objects?.removeAll(runId)
      await discard(runId)
    },
    publish: async (runId, isStopped) => (objects ? objects.publish(runId, dirOf(runId), isStopped) : true),
    discard,
  }
}
