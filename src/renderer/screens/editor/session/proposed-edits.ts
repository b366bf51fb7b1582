/** Applies the changes that other screens propose to the workflow, each as one undoable edit. */
import { toastInfo } from '../../../base/ui/toast.tsx'
import { makeProposedEdits, type ProposedEdit } from '../../../parts/workflow/document/proposed-edits.ts'
import type { DocumentStore } from '../document/document-store.ts'

/** Returns a function to call when the editor closes. */
export const acceptProposedEdits = (workflowId: string, documents: DocumentStore): (() => void) =>
  makeProposedEdits(workflowId, ({ label, change, done, nothing }: ProposedEdit) => {
    const { doc, run } = documents.getState()
    const graph = change(doc.graph)
    const changes = JSON.stringify(graph) !== JSON.stringify(doc.graph)
    if (changes) run({ type: 'replace', document: { ...doc, graph }, why: label })
    toastInfo(changes ? done : nothing)
  })
