/** Puts a model into a block as one undoable edit: in its open editor, or when that opens. */
import type { Graph } from '../../../../shared/graph/graph.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import { isOpenForEdits, proposeEdit } from '../../workflow/document/proposed-edits.ts'
import type { ModelReceiver } from './get-model-store.ts'

const withModel = (graph: Graph, { nodeId, field }: ModelReceiver, model: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.id === nodeId ? { ...node, config: { ...node.config, [field]: model } } : node,
  ),
})

function propose(receiver: ModelReceiver, model: string): void {
  const words = texts.getModel.receiver
  proposeEdit(receiver.workflowId, {
    label: words.undo,
    change: (graph) => withModel(graph, receiver, model),
    done: words.given(receiver.title, model),
    nothing: words.alreadyGiven(receiver.title, model),
  })
}

/** Gives the model to its block if the workflow is open in the editor; returns false otherwise. */
export function giveModelIfOpen(receiver: ModelReceiver, model: string): boolean {
  if (!isOpenForEdits(receiver.workflowId)) return false
  propose(receiver, model)
  return true
}

/** Gives the model to its block, and opens the editor there. */
export function giveModel(receiver: ModelReceiver, model: string): void {
  propose(receiver, model)
  navigate({ screen: 'editor', workflowId: receiver.workflowId, nodeId: receiver.nodeId })
}
