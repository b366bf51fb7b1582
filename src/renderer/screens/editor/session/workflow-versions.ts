/**
 * Versions of the open workflow. Some are created automatically: when work resumes after a pause, every few minutes of
 * work, before a run and before a restore. They are a safety net: editing continues when the host can't save one.
 */
import type { VersionInfo, VersionKind } from '../../../../shared/graph/versions.ts'
import type { VersionStore } from '../../../base/extensions/open-workflow.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { completeLayout } from '../../../parts/arrange/complete-layout.ts'
import type { EditorDocument } from '../../../parts/document/document.ts'
import { versionTitle } from '../../../parts/versions/version-text.ts'
import type { DocumentStore } from '../document/document-store.ts'

/** After a pause of this length, editing counts as a new session. */
export const PAUSE_MS = 10 * 60_000
/** Minimum interval between automatic versions during editing. */
export const INTERVAL_MS = 10 * 60_000

export interface WorkflowVersions extends VersionStore {
  /** Saves a version, so that the graph of a run can always be found. */
  beforeRun(): Promise<void>
  /** Saves a version, so that neither of two documents edited at once is lost. */
  keepFromConflict(doc: EditorDocument): Promise<void>
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

  /** Ignores failures silently: the work itself is saved elsewhere. */
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
