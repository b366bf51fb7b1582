import { NOTHING } from '../runtime/packet.ts'
import type { ExecutorFactory } from './executor.ts'

export const filter: ExecutorFactory<'filter'> = ({ node: { config } }) => {
  const keep = config.keep_classes.length > 0 ? new Set(config.keep_classes) : null
  return {
    process({ detections }) {
      if (!detections) return NOTHING
      const kept = detections.filter((d) => d.score >= config.min_confidence && (!keep || keep.has(d.className)))
      return { detections: { type: 'detections', detections: kept } }
    },
  }
}
