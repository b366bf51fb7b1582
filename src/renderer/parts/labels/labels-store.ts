/** Labels of all runs as the host keeps them, with the pending edits of this window. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Revised } from '../../../shared/domain/revision.ts'
import { isUnlabelled, type RunLabels } from '../../../shared/domain/run-labels.ts'
import type { Host } from '../../base/host/host-context.ts'
import { createSharedValue } from '../../base/revisions/shared-value.ts'
import { errorText } from '../../base/ui/error-text.ts'
import { showLabelConflict } from './conflict-toast.tsx'
import { type LabelField, type Labels, mergeLabels, NO_LABELS } from './labels.ts'

interface LabelsState {
  /** Labels by run, with pending edits; undefined until the first response. */
  readonly shown: ReadonlyMap<string, Labels> | undefined
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
  /** Drops the labels of a run that this window has deleted. */
  forget(runId: string): void
}

interface Edit {
  runId: string
  part: Partial<Labels>
  base: Labels
}

function createLabelsStore({ studio }: Pick<Host, 'studio'>): LabelsStore {
  const state = createStore<LabelsState>()(() => ({ shown: undefined, error: null }))
  let kept: ReadonlyMap<string, Revised<Labels>> | undefined
  /** Pending edits, oldest first. */
  let edits: readonly Edit[] = []
  /** Number of finished writes. A list that was requested before the last of them is stale. */
  let writes = 0
  let reading: Promise<void> | null = null
  const turns = new Map<string, Promise<unknown>>()

  const of = (runId: string): Labels => state.getState().shown?.get(runId) ?? NO_LABELS
  const keptOf = (runId: string): Revised<Labels> | null => kept?.get(runId) ?? null

  function show(): void {
    const shown = new Map([...(kept ?? [])].map(([id, { value }]) => [id, value]))
    for (const edit of edits) shown.set(edit.runId, edited(edit, shown.get(edit.runId) ?? NO_LABELS).value)
    state.setState({ shown, error: null })
  }

  async function read(): Promise<void> {
    try {
      for (let seen = -1; seen !== writes; ) {
        seen = writes
        const all = await studio.listRunLabels({})
        if (seen !== writes) continue
        kept = new Map(all.map(({ value: { run_id, ...value }, revision }) => [run_id, { value, revision }]))
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
    const initial = keptOf(runId)
    const mine = edited(edit, initial?.value ?? NO_LABELS)
    report(runId, mine.conflicts, initial?.value ?? NO_LABELS)
    let revision: string | null = null
    const shared = createSharedValue<Labels>({
      initial,
      empty: NO_LABELS,
      async read() {
        const all = await studio.listRunLabels({})
        const found = all.find(({ value }) => value.run_id === runId)
        return found ? { value: labelsOf(found.value), revision: found.revision } : null
      },
      async write(labels, basedOn) {
        const value: RunLabels = { run_id: runId, ...labels, tags: [...labels.tags] }
        revision = (await studio.setRunLabels({ value, revision: basedOn })).revision
        return revision
      },
      merge(base, mine, theirs) {
        const { value, conflicts } = mergeLabels(base, mine, theirs)
        report(runId, conflicts, theirs)
        return value
      },
      onMerged: () => {},
    })
    const value = (await shared.save(() => mine.value)) ?? NO_LABELS
    const next = new Map(kept)
    if (revision === null || isUnlabelled(value)) next.delete(runId)
    else next.set(runId, { value, revision })
    kept = next
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
    forget(runId) {
      if (!kept?.has(runId)) return
      kept = new Map([...kept].filter(([id]) => id !== runId))
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
export function labelsStoreOf(host: Pick<Host, 'studio'>): LabelsStore {
  const known = stores.get(host.studio)
  if (known) return known
  const made = createLabelsStore(host)
  stores.set(host.studio, made)
  return made
}
