/** Changes that another screen proposes to a workflow: made as one edit when its editor opens, so that undo takes them back. */
import type { Graph } from '../../../shared/graph/graph.ts'
import { toastInfo } from '../../ui/toast.tsx'
import type { DocumentStore } from '../document/document-store.ts'

export interface ProposedEdit {
  /** What the undo button says. */
  label: string
  change(graph: Graph): Graph
  /** What is said when it was made, and when there was nothing to change. */
  done: string
  nothing: string
}

const proposed = new Map<string, ProposedEdit>()

export const proposeEdit = (workflowId: string, edit: ProposedEdit): void => void proposed.set(workflowId, edit)

export function makeProposedEdit(workflowId: string, documents: DocumentStore): void {
  const edit = proposed.get(workflowId)
  if (!edit) return
  proposed.delete(workflowId)
  const { doc, run } = documents.getState()
  const graph = edit.change(doc.graph)
  const changes = JSON.stringify(graph) !== JSON.stringify(doc.graph)
  if (changes) run({ type: 'replace', document: { ...doc, graph }, why: edit.label })
  toastInfo(changes ? edit.done : edit.nothing)
}
