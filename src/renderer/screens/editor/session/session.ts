/** The session of one open workflow, created when the editor opens and stopped when it closes. */
import { revisionOf, type WorkflowWithValidation } from '../../../../shared/api/workflows.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { type OpenWindows, openWindows } from '../../../base/navigation/open-windows.ts'
import type { DraftStorage, LeftDraft } from '../../../base/revisions/drafts.ts'
import { modelsStore } from '../../../parts/model/models/models-store.ts'
import { completeLayout } from '../../../parts/workflow/arrange/complete-layout.ts'
import { documentOf, type EditorDocument, sameDocument } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { type CanvasStore, createCanvasStore } from '../canvas-state/canvas-store.ts'
import { createDocumentStore, type DocumentStore } from '../document/document-store.ts'
import { type Autosave, createAutosave, type Revised } from './autosave.ts'
import { createWorkflowDrafts, type StoredDraft, type WorkflowDrafts } from './drafts.ts'
import { createIssueStore, type IssueStore } from './issue-store.ts'
import { createKeptHistory, type KeptHistory } from './kept-history.ts'
import { createResources, type ResourceStore } from './resources.ts'
import { createRunController, type RunController } from './run-store.ts'
import { createWorkflowVersions, type WorkflowVersions } from './workflow-versions.ts'

export interface EditorSession {
  readonly workflowId: string
  readonly host: Host
  readonly documents: DocumentStore
  readonly canvas: CanvasStore
  readonly issues: IssueStore
  readonly resources: ResourceStore
  readonly runs: RunController
  readonly autosave: Autosave
  readonly history: KeptHistory
  readonly versions: WorkflowVersions
  /** True when unsaved work of an earlier visit was found and restored as undoable edits. */
  readonly restored: boolean
  /** Requests the platform's issues again: its models, files or data sets may have changed. */
  recheck(): Promise<void>
  stop(): void
}

/** Saves still pending after their editor was closed; opening the same workflow waits for them. */
const closing = new Map<string, Promise<unknown>>()

/** Reads the workflow; rejects with a `HostError` on failure. */
export async function openSession(
  host: Host,
  workflowId: string,
  storage: DraftStorage = window.localStorage,
  windows: OpenWindows = openWindows(),
): Promise<EditorSession> {
  await closing.get(workflowId)
  const workflow = await host.api('workflows.get', { params: { workflow: workflowId } })
  const drafts = createWorkflowDrafts(workflowId, storage, windows)
  return createSession(host, workflow, storage, { drafts, left: await drafts.left() })
}

interface Unsaved {
  drafts: WorkflowDrafts
  /** Newest first. */
  left: readonly LeftDraft<StoredDraft>[]
}

export function createSession(
  host: Host,
  workflow: WorkflowWithValidation,
  storage: DraftStorage,
  { drafts, left }: Unsaved = { drafts: createWorkflowDrafts(workflow.id, storage), left: [] },
): EditorSession {
  const stored = documentOf(workflow)
  const opened = { ...stored, layout: completeLayout(stored.graph, workflow.layout) }
  const documents = createDocumentStore(opened)
  const history = createKeptHistory(workflow.id, documents, storage)
  const resources = createResources(host)
  const issues = createIssueStore(documents, resources, { insisting: workflow.last_run_id !== null })
  const canvas = createCanvasStore(documents)
  const runs = createRunController(host)
  const versions = createWorkflowVersions({ workflowId: workflow.id, host, documents })

  const params = { workflow: workflow.id }
  const unsaved = left
    .map(({ value: { revision = null, sent = null, ...doc } }) => ({ doc, revision, sent }))
    .filter(({ doc }) => !sameDocument(doc, stored) && !sameDocument(doc, opened))
  const [draft = null, ...older] = unsaved
  const restored = draft !== null
  const now: Revised = { doc: opened, revision: revisionOf(workflow) }
  const ownSave = draft?.sent && (sameDocument(draft.sent, stored) || sameDocument(draft.sent, opened))
  const base = (!ownSave && draft?.revision) || now.revision
  const autosave = createAutosave({
    documents,
    saved: { doc: opened, revision: base },
    // A draft based on an older revision must not overwrite later saves.
    conflict: base === now.revision ? null : now,
    save: async (body, ifMatch) => revisionOf(await host.api('workflows.update', { params, body, ifMatch })),
    read: async () => {
      const theirs = await host.api('workflows.get', { params })
      const doc = documentOf(theirs)
      return { doc: { ...doc, layout: completeLayout(doc.graph, theirs.layout) }, revision: revisionOf(theirs) }
    },
    keep: (doc) => versions.keepFromConflict(doc),
    drafts,
    onSaved: () => void recheck(),
  })

  async function recheck() {
    const { graph } = documents.getState().doc
    try {
      const fresh = await host.api('workflows.get', { params: { workflow: workflow.id } })
      issues.fromPlatform(graph, fresh.validation)
    } catch {
      // The next save retries; the platform checks before every run in any case.
    }
  }

  const whole = (doc: EditorDocument) => ({ ...doc, layout: completeLayout(doc.graph, doc.layout) })
  const latest = draft ? whole(draft.doc) : opened
  const kept = history.read(latest)
  if (kept) documents.setState({ ...kept, doc: latest })
  else if (restored) {
    documents.getState().run({ type: 'replace', document: latest, why: texts.editor.document.history.restore })
  }
  // The newest draft becomes that of this window, and the others become versions.
  for (const { remove } of left) remove()
  if (draft) drafts.write(latest, base)
  for (const { doc } of older) void versions.keepFromConflict(whole(doc))

  issues.fromPlatform(opened.graph, workflow.validation)
  void resources.getState().refreshModels()
  const stopModels = modelsStore.subscribe(() => {
    void resources.getState().refreshModels()
    void recheck()
  })
  if (workflow.last_run_id !== null) followIfRunning(host, runs, workflow.last_run_id)

  return {
    workflowId: workflow.id,
    host,
    documents,
    canvas,
    issues,
    resources,
    runs,
    autosave,
    history,
    versions,
    restored,
    recheck,
    stop: () => {
      runs.stop()
      issues.stop()
      canvas.stop()
      versions.stop()
      stopModels()
      history.stop()
      const done = autosave.stop().finally(() => {
        if (closing.get(workflow.id) === done) closing.delete(workflow.id)
      })
      closing.set(workflow.id, done)
    },
  }
}

function followIfRunning(host: Host, runs: RunController, runId: string) {
  host.api('workflowRuns.get', { params: { run_id: runId } }).then(
    (run) => {
      const live = run.status === 'queued' || run.status === 'processing'
      if (live && runs.store.getState().busy === null) runs.follow(run.id)
    },
    () => undefined,
  )
}
