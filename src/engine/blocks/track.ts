import { NOTHING } from '../runtime/packet.ts'
import { createTracker } from '../tracking/tracker.ts'
import type { ExecutorFactory } from './executor.ts'

export const track: ExecutorFactory<'track'> = ({ node }) => {
  const tracker = createTracker(node.config)
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      return { detections: { type: 'detections', detections: tracker.update(detections, frame) } }
    },
  }
}
