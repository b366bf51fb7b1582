/** The session of one open workflow, created when the editor opens and stopped when it closes. */
import { revisionOf, type WorkflowWithValidation } from '../../../shared/api/workflows.ts'
import { texts } from '../../messages/texts.ts'
import type { Host } from '../../shell/host.ts'
import { createWorkflowVersions, type WorkflowVersions } from '../../versions/workflow-versions.ts'
import { completeLayout } from '../arrange/complete-layout.ts'
import { type CanvasStore, createCanvasStore } from '../canvas/canvas-store.ts'
import { documentOf, sameDocument } from '../document/document.ts'
import { createDocumentStore, type DocumentStore } from '../document/document-store.ts'
import { type Autosave, createAutosave } from './autosave.ts'
import { createDrafts, type DraftStorage } from './drafts.ts'
import { createIssueStore, type IssueStore } from './issue-store.ts'
import { createKeptHistory, type KeptHistory } from './kept-history.ts'
import { createResources, type ResourceStore } from './resources.ts'
import { createRunController, type RunController } from './run-store.ts'

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
): Promise<EditorSession> {
  await closing.get(workflowId)
  const workflow = await host.api('workflows.get', { params: { workflow: workflowId } })
  return createSession(host, workflow, storage)
}

export function createSession(host: Host, workflow: WorkflowWithValidation, storage: DraftStorage): EditorSession {
  const stored = documentOf(workflow)
  const drafts = createDrafts(workflow.id, storage)
  const opened = { ...stored, layout: completeLayout(stored.graph, workflow.layout) }
  const documents = createDocumentStore(opened)
  const history = createKeptHistory(workflow.id, documents, storage)
  const resources = createResources(host)
  const issues = createIssueStore(documents, resources, { insisting: workflow.last_run_id !== null })
  const canvas = createCanvasStore(documents)
  const runs = createRunController(host)
  const versions = createWorkflowVersions({ workflowId: workflow.id, host, documents })

  const params = { workflow: workflow.id }
  const unsaved = drafts.read()
  const draft = unsaved?.doc ?? null
  const restored = draft !== null && !sameDocument(draft, stored) && !sameDocument(draft, opened)
  const autosave = createAutosave({
    documents,
    // A draft based on an older revision is compared with the current one at its first save.
    saved: { doc: opened, revision: (restored && unsaved?.revision) || revisionOf(workflow) },
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

  const latest = restored ? { ...draft, layout: completeLayout(draft.graph, draft.layout) } : opened
  const kept = history.read(latest)
  if (kept) documents.setState({ ...kept, doc: latest })
  else if (restored) {
    documents.getState().run({ type: 'replace', document: latest, why: texts.editor.document.history.restore })
  }
  if (!restored) drafts.clear()

  issues.fromPlatform(opened.graph, workflow.validation)
  void resources.getState().refreshModels()
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
