/** Changes that another screen proposes to a workflow, applied as one undoable edit when its editor opens. */
import type { Graph } from '../../../shared/graph/graph.ts'

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

/** Returns the proposed edit of a workflow and removes it. */
export function takeProposedEdit(workflowId: string): ProposedEdit | undefined {
  const edit = proposed.get(workflowId)
  proposed.delete(workflowId)
  return edit
}
