/** A frame of the demo video as a JPEG, as the engine decodes it. */
import type { Preview } from '../../src/shared/engine-contract/preview.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'

const DEMO_URI = 'sightline://demo/street-crossing.mp4'

interface PreviewBody {
  graph: Graph
  at_seconds: number
  picture: true
  window_seconds: 0
}

/** @param preview calls `workflows.preview` */
export async function demoFrame(atSeconds: number, preview: (body: PreviewBody) => Promise<Preview>): Promise<Buffer> {
  const nodes: Graph['nodes'] = [
    { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: DEMO_URI } },
    { id: 'model', type: 'model', config: { model_id: 'street-detector' } },
    { id: 'sink', type: 'sink', config: { kind: 'csv' } },
  ]
  const edges = [
    { source: 'source', target: 'model' },
    { source: 'model', target: 'sink' },
  ]
  const graph: Graph = { version: 1, nodes, edges }
  const { picture } = await preview({ graph, at_seconds: atSeconds, picture: true, window_seconds: 0 })
  if (!picture) throw new Error('the preview has no picture')
  return Buffer.from(picture.jpeg, 'base64')
}
