/** Changes that another screen proposes to a workflow, applied as one undoable edit when its editor opens. */
import type { Graph } from '../../../../shared/graph/graph.ts'
import { toastInfo } from '../../../base/ui/toast.tsx'
import type { DocumentStore } from '../document/document-store.ts'

export interface ProposedEdit {
  /** The label of the undo button. */
  label: string
  change(graph: Graph): Graph
  /** Messages after the edit, and when there was nothing to change. */
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
