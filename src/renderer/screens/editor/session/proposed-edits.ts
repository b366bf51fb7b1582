/** Applies the change that another screen has proposed to the workflow, as one undoable edit. */
import { toastInfo } from '../../../base/ui/toast.tsx'
import { takeProposedEdit } from '../../../parts/document/proposed-edits.ts'
import type { DocumentStore } from '../document/document-store.ts'

export function makeProposedEdit(workflowId: string, documents: DocumentStore): void {
  const edit = takeProposedEdit(workflowId)
  if (!edit) return
  const { doc, run } = documents.getState()
  const graph = edit.change(doc.graph)
  const changes = JSON.stringify(graph) !== JSON.stringify(doc.graph)
  if (changes) run({ type: 'replace', document: { ...doc, graph }, why: edit.label })
  toastInfo(changes ? edit.done : edit.nothing)
}
