/** Labels of all runs as the platform keeps them, with the pending edits of this window. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Visibility } from '../../../../shared/api/studio-records.ts'
import { isUnlabelled, type RunLabels } from '../../../../shared/domain/run-labels.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { keepRecord } from '../../../base/records/kept-record.ts'
import { bySubject, labelCalls, type Owned, type StudioRecord } from '../../../base/records/record-calls.ts'
import { createSharedValue } from '../../../base/revisions/shared-value.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { showLabelConflict } from './conflict-toast.tsx'
import { type LabelField, type Labels, mergeLabels, NO_LABELS } from './labels.ts'

interface LabelsState {
  /** Labels by run, with pending edits; undefined until the first response. */
  readonly shown: ReadonlyMap<string, Labels> | undefined
  /** Whose the saved labels are, by run. */
  readonly owners: ReadonlyMap<string, Owned>
  /** The reason when the labels could not be read. */
  readonly error: string | null
}

export interface LabelsStore {
  readonly state: StoreApi<LabelsState>
  of(runId: string): Labels
  refresh(): Promise<void>
  /** Reads the labels unless they are already read or being read. */
  readOnce(): void
  /**
   * Shows a change at once and saves it, merged with the changes of other windows.
   * @param base the labels when the edit began
   * @returns the labels as saved
   */
  change(runId: string, part: Partial<Labels>, base?: Labels): Promise<Labels>
  /** Shares the labels of a run with the organization, or makes them private again. */
  share(runId: string, visibility: Visibility): Promise<void>
  /** Drops the labels of a run that this window has deleted. */
  forget(runId: string): void
}

interface Edit {
  runId: string
  part: Partial<Labels>
  base: Labels
}

type LabelsRecord = StudioRecord<RunLabels>

const runOf = ({ run_id }: RunLabels): string => run_id

function createLabelsStore(host: Pick<Host, 'api'>): LabelsStore {
  const calls = labelCalls(host)
  const state = createStore<LabelsState>()(() => ({ shown: undefined, owners: new Map(), error: null }))
  let kept: ReadonlyMap<string, LabelsRecord> | undefined
  /** Pending edits, oldest first. */
  let edits: readonly Edit[] = []
  /** Number of finished writes. A list that was requested before the last of them is stale. */
  let writes = 0
  let reading: Promise<void> | null = null
  const turns = new Map<string, Promise<unknown>>()

  const of = (runId: string): Labels => state.getState().shown?.get(runId) ?? NO_LABELS

  function show(): void {
    // The objects of the list themselves, by which searches and rows find out that nothing has changed.
    const shown = new Map<string, Labels>([...(kept ?? [])].map(([id, { value }]) => [id, value]))
    for (const edit of edits) shown.set(edit.runId, edited(edit, shown.get(edit.runId) ?? NO_LABELS).value)
    state.setState({ shown, owners: kept ?? new Map(), error: null })
  }

  /** @param record null where the run has no labels any more */
  function keep(runId: string, record: LabelsRecord | null): void {
    const next = new Map(kept)
    if (record) next.set(runId, record)
    else next.delete(runId)
    kept = next
  }

  async function read(): Promise<void> {
    try {
      for (let seen = -1; seen !== writes; ) {
        seen = writes
        const all = await calls.list()
        if (seen !== writes) continue
        kept = bySubject(all, runOf)
        show()
      }
    } catch (error) {
      state.setState({ error: errorText(error) })
    }
  }

  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  function report(runId: string, conflicts: readonly LabelField[], theirs: Labels): void {
    for (const field of conflicts)
      showLabelConflict(runId, field, theirs, () => change(runId, { [field]: theirs[field] }))
  }

  async function write(edit: Edit): Promise<Labels> {
    const { runId } = edit
    const before = kept?.get(runId) ?? null
    const initial = before && { value: labelsOf(before.value), revision: before.revision }
    const mine = edited(edit, initial?.value ?? NO_LABELS)
    report(runId, mine.conflicts, initial?.value ?? NO_LABELS)
    const record = keepRecord(calls, before, (all) => bySubject(all, runOf).get(runId))
    const shared = createSharedValue<Labels>({
      initial,
      empty: NO_LABELS,
      async read() {
        const found = await record.read()
        return found && { value: labelsOf(found.value), revision: found.revision }
      },
      async write(labels, basedOn) {
        const value: RunLabels = { run_id: runId, ...labels, tags: [...labels.tags] }
        if (!isUnlabelled(value)) return record.write(value, basedOn)
        if (basedOn !== null) await record.remove(basedOn)
        return null
      },
      merge(base, mine, theirs) {
        const { value, conflicts } = mergeLabels(base, mine, theirs)
        report(runId, conflicts, theirs)
        return value
      },
      onMerged: () => {},
    })
    const value = (await shared.save(() => mine.value)) ?? NO_LABELS
    keep(runId, isUnlabelled(value) ? null : record.current())
    return value
  }

  function change(runId: string, part: Partial<Labels>, base: Labels = of(runId)): Promise<Labels> {
    const edit: Edit = { runId, part, base }
    edits = [...edits, edit]
    show()
    const done = (turns.get(runId) ?? Promise.resolve())
      .then(() => write(edit))
      .finally(() => {
        writes++
        edits = edits.filter((other) => other !== edit)
        show()
      })
    turns.set(
      runId,
      done.catch(() => {}),
    )
    return done
  }

  return {
    state,
    of,
    refresh,
    readOnce: () => {
      if (kept === undefined && reading === null) void refresh()
    },
    change,
    async share(runId, visibility) {
      const record = kept?.get(runId)
      if (!record) return
      keep(runId, await calls.update(record.id, { visibility }))
      writes++
      show()
    },
    forget(runId) {
      if (!kept?.has(runId)) return
      keep(runId, null)
      writes++
      show()
    },
  }
}

const labelsOf = ({ name, tags, note }: Labels): Labels => ({ name, tags, note })

/** Applies an edit to labels that may have changed since it began. */
const edited = ({ part, base }: Edit, now: Labels) => mergeLabels(labelsOf(base), { ...labelsOf(base), ...part }, now)

const stores = new WeakMap<Host['studio'], LabelsStore>()

/** Returns the store of a host, one per host. */
export function labelsStoreOf(host: Pick<Host, 'studio' | 'api'>): LabelsStore {
  const known = stores.get(host.studio)
  if (known) return known
  const made = createLabelsStore(host)
  stores.set(host.studio, made)
  return made
}
