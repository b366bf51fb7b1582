import { NOTHING } from '../runtime/packet.ts'
import { createTracker } from '../tracking/tracker.ts'
import type { ExecutorFactory } from './executor.ts'

export const track: ExecutorFactory<'track'> = ({ node, plan }) => {
  // Each track block has numbers of its own; which ones does not depend on whichever is done first.
  const tracks = plan.nodes.filter((n) => n.kind === 'track')
  const ids = { first: 1 + tracks.findIndex((n) => n.id === node.id), step: tracks.length }
  const tracker = createTracker(node.config, { ids })
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      return { detections: { type: 'detections', detections: tracker.update(detections, frame) } }
    },
  }
}
