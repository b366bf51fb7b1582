/** Changes that another screen proposes to a workflow: one undoable edit, now if its editor is open, else when it opens. */
import type { Graph } from '../../../../shared/graph/graph.ts'

export interface ProposedEdit {
  /** The label of the undo button. */
  label: string
  change(graph: Graph): Graph
  /** Messages after the edit, and when there was nothing to change. */
  done: string
  nothing: string
}

const proposed = new Map<string, ProposedEdit>()
const editors = new Map<string, (edit: ProposedEdit) => void>()

export function proposeEdit(workflowId: string, edit: ProposedEdit): void {
  const make = editors.get(workflowId)
  if (make) make(edit)
  else proposed.set(workflowId, edit)
}

/** True while the editor of the workflow is open in this window. */
export const isOpenForEdits = (workflowId: string): boolean => editors.has(workflowId)

/** Makes the edit that was proposed, and those that will be; returns a function that ends this. */
export function makeProposedEdits(workflowId: string, make: (edit: ProposedEdit) => void): () => void {
  editors.set(workflowId, make)
  const edit = proposed.get(workflowId)
  proposed.delete(workflowId)
  if (edit) make(edit)
  return () => {
    if (editors.get(workflowId) === make) editors.delete(workflowId)
  }
}
