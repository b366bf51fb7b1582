/**
 * Versions of the open workflow. Some are made by themselves: when work begins after a pause, each some minutes of
 * work, before a run and before a restore. They are a net: where the host can't keep one, work goes on.
 */
import type { Version, VersionInfo, VersionKind } from '../../shared/bridge/versions.ts'
import { completeLayout } from '../editor/arrange/complete-layout.ts'
import type { EditorDocument } from '../editor/document/document.ts'
import type { DocumentStore } from '../editor/document/document-store.ts'
import { texts } from '../messages/texts.ts'
import type { Host } from '../shell/host.ts'
import { versionTitle } from './version-words.ts'

/** Work that goes on after so long begins anew. */
export const PAUSE_MS = 10 * 60_000
/** While somebody works, a version is made this often at most. */
export const INTERVAL_MS = 10 * 60_000

export interface WorkflowVersions {
  /** Newest first. */
  list(): Promise<VersionInfo[]>
  get(versionId: string): Promise<Version>
  /** Keeps what is on the canvas, under a name. */
  save(note: string): Promise<VersionInfo>
  /** @param replaces the name that it has; rejects with `stale_revision` where another window gave it another one */
  rename(versionId: string, note: string, replaces: string | null): Promise<VersionInfo>
  /** @param note the name that it has; rejects with `stale_revision` where another window gave it another one */
  delete(versionId: string, note: string | null): Promise<void>
  /** So that the graph of a run is always found again. */
  beforeRun(): Promise<void>
  /** So that neither of two documents that were edited at once is lost. */
  keepFromConflict(doc: EditorDocument): Promise<void>
  /** Puts the version on the canvas as one step that can be undone. Rejects, and changes nothing, when what is there can't be kept. */
  restore(version: Version): Promise<void>
  stop(): void
}

interface Options {
  workflowId: string
  host: Pick<Host, 'studio'>
  documents: DocumentStore
  now?: () => number
}

export function createWorkflowVersions({ workflowId, host, documents, now = Date.now }: Options): WorkflowVersions {
  const workflow = { workflow_id: workflowId }
  const { studio } = host
  let lastEdit = Number.NEGATIVE_INFINITY
  let lastKept = Number.NEGATIVE_INFINITY

  const keep = async (kind: VersionKind, doc: EditorDocument, note: string | null = null): Promise<VersionInfo> => {
    const { graph, layout } = doc
    const kept = await studio.keepVersion({ ...workflow, kind, note, graph, layout })
    lastKept = now()
    return kept
  }

  /** Without a word when it fails: the work itself is saved elsewhere. */
  const keepQuietly = async (kind: VersionKind, doc: EditorDocument): Promise<void> => {
    if (isBlank(doc)) return
    await keep(kind, doc).catch(() => undefined)
  }

  const unsubscribe = documents.subscribe((next, { doc: before }) => {
    if (next.doc === before) return
    const at = now()
    const begins = at - lastEdit >= PAUSE_MS
    lastEdit = at
    if (!begins && at - lastKept < INTERVAL_MS) return
    lastKept = at
    void keepQuietly(begins ? 'begin' : 'interval', before)
  })

  const current = () => documents.getState().doc
  return {
    list: () => studio.listVersions(workflow),
    get: (version_id) => studio.getVersion({ ...workflow, version_id }),
    save: (note) => keep('named', current(), note),
    rename: (version_id, note, replaces) => studio.noteVersion({ ...workflow, version_id, note, replaces }),
    delete: async (version_id, note) => {
      await studio.deleteVersion({ ...workflow, version_id, note })
    },
    beforeRun: () => keepQuietly('run', current()),
    keepFromConflict: (doc) => keepQuietly('conflict', doc),
    restore: async (version) => {
      const before = current()
      if (!isBlank(before)) await keep('restore', before)
      const { graph, layout } = version
      documents.getState().run({
        type: 'replace',
        document: { ...current(), graph, layout: completeLayout(graph, layout) },
        why: texts.versions.restoreStep(versionTitle(version)),
      })
    },
    stop: unsubscribe,
  }
}

const isBlank = ({ graph, layout }: EditorDocument): boolean =>
  graph.nodes.length === 0 && Object.keys(layout.notes ?? {}).length === 0
