/**
 * Versions of the open workflow. Some are created automatically: when work resumes after a pause, every few minutes of
 * work, before a run and before a restore. They are a safety net: editing continues when the host can't save one.
 */
import type { StudioVersionInfo } from '../../../../shared/api/studio-versions.ts'
import type { VersionKind } from '../../../../shared/graph/versions.ts'
import type { VersionStore } from '../../../base/extensions/open-workflow.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { deleteIfThere } from '../../../base/records/kept-record.ts'
import { allPages } from '../../../base/records/record-calls.ts'
import { completeLayout } from '../../../parts/workflow/arrange/complete-layout.ts'
import type { EditorDocument } from '../../../parts/workflow/document/document.ts'
import { versionTitle } from '../../../parts/workflow/versions/versions.ts'
import { texts } from '../../../texts/texts.ts'
import type { DocumentStore } from '../document/document-store.ts'

const VERSIONS_PER_PAGE = 1000
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
  host: Pick<Host, 'api'>
  documents: DocumentStore
  now?: () => number
}

export function createWorkflowVersions({ workflowId, host, documents, now = Date.now }: Options): WorkflowVersions {
  const { api } = host
  const inWorkflow = { workflow: workflowId }
  const paramsOf = (version_id: string) => ({ workflow: workflowId, version_id })
  let lastEdit = Number.NEGATIVE_INFINITY
  let lastKept = Number.NEGATIVE_INFINITY

  const keep = async (
    kind: VersionKind,
    doc: EditorDocument,
    note: string | null = null,
  ): Promise<StudioVersionInfo> => {
    const { graph, layout } = doc
    const kept = await api('studioVersions.keep', { params: inWorkflow, body: { kind, note, graph, layout } })
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
    list: () => allPages(VERSIONS_PER_PAGE, (query) => api('studioVersions.list', { params: inWorkflow, query })),
    get: (versionId) => api('studioVersions.get', { params: paramsOf(versionId) }),
    save: (note) => keep('named', current(), note),
    rename: ({ id, revision }, note) =>
      api('studioVersions.update', { params: paramsOf(id), body: { note }, ifMatch: revision }),
    delete: ({ id, revision }) =>
      deleteIfThere(async () => {
        await api('studioVersions.delete', { params: paramsOf(id), ifMatch: revision })
      }),
    share: (versionId, visibility) =>
      api('studioVersions.update', { params: paramsOf(versionId), body: { visibility } }),
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
