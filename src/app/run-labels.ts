/** Labels of runs: a JSON file for each run that has some, so that a damaged one takes no other with it. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { Revised } from '../shared/bridge/revision.ts'
import { isUnlabelled, RunLabels } from '../shared/bridge/run-labels.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'
import { createJsonFiles } from './json-files.ts'

export interface RunLabelsStore {
  /** Labels of all runs that have some, in no order. A file that is damaged is set aside and not listed. */
  list(): Promise<Revised<RunLabels>[]>
  /**
   * Replaces the labels of a run; empty ones remove its file.
   * @param revision that the labels are based on; null where there were none
   * @returns the new revision; null where none are kept
   * @throws BridgeFailure stale_revision, file_unreadable, file_unwritable
   */
  set(labels: RunLabels, revision: string | null): Promise<string | null>
  /** Removes the labels of a run that is gone. */
  forget(runId: string): Promise<void>
}

const SUFFIX = '.json'

export function createRunLabels(folder: string, now?: () => Date): RunLabelsStore {
  const files = createJsonFiles(RunLabels, now)
  const pathOf = (runId: string) => join(folder, `${fileNameOf(runId)}${SUFFIX}`)

  let last: Promise<unknown> = Promise.resolve()
  /** A removal follows from the revision that was read before it, so reads and writes take turns. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  async function removeAt(path: string, revision: string | null): Promise<null> {
    const kept = await files.read(path)
    // A removal that is repeated because its reply was lost finds nothing.
    if (kept === null) return null
    if (kept.revision !== revision)
      throw new BridgeFailure({ code: 'stale_revision', message: 'This was changed in another window. Read it again.' })
    await files.remove(path)
    return null
  }

  return {
    list: () =>
      inTurn(async () => {
        const names = await readdir(folder).catch((error) => {
          if (errnoOf(error) === 'ENOENT') return []
          throw fileTrouble('read', folder, error)
        })
        const all: Revised<RunLabels>[] = []
        // Half-written ones begin with a dot.
        for (const name of names.filter((n) => n.endsWith(SUFFIX) && !n.startsWith('.'))) {
          const kept = await files.read(join(folder, name))
          if (kept && `${fileNameOf(kept.value.run_id)}${SUFFIX}` === name) all.push(kept)
        }
        return all
      }),
    set: (labels, revision) =>
      inTurn(() => {
        const path = pathOf(labels.run_id)
        return isUnlabelled(labels) ? removeAt(path, revision) : files.write(path, labels, revision)
      }),
    forget: (runId) => inTurn(() => files.remove(pathOf(runId))),
  }
}

/** A run's id as a file name; ids of other platforms may be anything. */
const fileNameOf = (id: string): string =>
  /^[a-z0-9][a-z0-9-]{0,79}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')
