/** Starts downloads, gives the model to the block that asked for it, and reports the end where no list shows it. */
import { useCallback } from 'react'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { isOpenForEdits, proposeEdit } from '../../workflow/document/proposed-edits.ts'
import { type DownloadRequest, download, keyOf, markGiven } from './downloads.ts'
import { getModelStore, type ModelReceiver } from './get-model-store.ts'

export function useDownload(): (request: DownloadRequest) => void {
  const host = useHost()
  return useCallback(
    (request) =>
      void download(host, request).then((ended) => {
        const state = ended?.state
        if (state?.at === 'done' && request.receiver && giveModelIfOpen(request.receiver, state.name)) {
          markGiven(keyOf(request))
          return
        }
        if (getModelStore.getState().open) return
        const words = texts.getModel.downloads
        if (state?.at === 'done') toastInfo(words.ready(state.name))
        if (state?.at === 'failed') toastError(words.failed(request.title), new Error(state.message))
      }),
    [host],
  )
}

const withModel = (graph: Graph, { nodeId, field }: ModelReceiver, model: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.id === nodeId ? { ...node, config: { ...node.config, [field]: model } } : node,
  ),
})

/** Puts a model into a block as one undoable edit: in its open editor, or when that opens. */
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
function giveModelIfOpen(receiver: ModelReceiver, model: string): boolean {
  if (!isOpenForEdits(receiver.workflowId)) return false
  propose(receiver, model)
  return true
}

/** Gives the model to its block, and opens the editor there. */
export function giveModel(receiver: ModelReceiver, model: string): void {
  propose(receiver, model)
  navigate({ screen: 'editor', workflowId: receiver.workflowId, nodeId: receiver.nodeId })
}
