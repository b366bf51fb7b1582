/** Labels of runs: one JSON file for each labelled run, so that a damaged file affects no other run. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { Revised } from '../shared/domain/revision.ts'
import { isUnlabelled, RunLabels } from '../shared/domain/run-labels.ts'
import { message } from '../shared/messages/message.ts'
import { createJsonFiles, type FilesInTurn, type RecordOptions, SUFFIX } from './json-files.ts'

export interface RunLabelsStore {
  /** Returns the labels of all labelled runs, in no particular order. A damaged file is set aside and not listed. */
  list(): Promise<Revised<RunLabels>[]>
  /**
   * Replaces the labels of a run; empty ones remove its file.
   * @param revision that the labels are based on; null where there were none
   * @returns the new revision; null when the labels are empty
   * @throws BridgeFailure stale_revision, file_unreadable, file_unwritable
   */
  set(labels: RunLabels, revision: string | null): Promise<string | null>
  /** Removes the labels of a deleted run. */
  forget(runId: string): Promise<void>
}

export function createRunLabels(folder: string, options: RecordOptions = {}): RunLabelsStore {
  const files = createJsonFiles(RunLabels, options)
  const pathOf = (runId: string) => join(folder, `${fileNameOf(runId)}${SUFFIX}`)

  async function removeAt(turn: FilesInTurn<RunLabels>, path: string, revision: string | null): Promise<null> {
    const kept = await turn.read(path)
    // A removal that is retried because its response was lost finds no file.
    if (kept === null) return null
    if (kept.revision !== revision)
      throw new BridgeFailure({ code: 'stale_revision', message: message('host.changed_elsewhere') })
    await turn.remove(path)
    return null
  }

  return {
    list: () =>
      files.inTurn(async (turn) => {
        const all: Revised<RunLabels>[] = []
        for (const id of await turn.ids(folder)) {
          const kept = await turn.read(join(folder, `${id}${SUFFIX}`))
          if (kept && fileNameOf(kept.value.run_id) === id) all.push(kept)
        }
        return all
      }),
    set: (labels, revision) =>
      files.inTurn<string | null>((turn) => {
        const path = pathOf(labels.run_id)
        return isUnlabelled(labels) ? removeAt(turn, path, revision) : turn.write(path, labels, revision)
      }),
    forget: (runId) => files.remove(pathOf(runId)),
  }
}

/** A run's id as a file name; ids of other platforms may be any text. */
const fileNameOf = (id: string): string =>
  /^[a-z0-9][a-z0-9-]{0,79}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')
