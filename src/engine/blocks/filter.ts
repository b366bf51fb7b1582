import type { ExecutorFactory } from '../nodes/executor.ts'
import { keeps } from '../nodes/filter-rule.ts'
import { NOTHING } from '../nodes/packet.ts'

export const filter: ExecutorFactory<'filter'> = ({ node: { config } }) => ({
  process({ detections }) {
    if (!detections) return NOTHING
    return { detections: { type: 'detections', detections: detections.filter((d) => keeps(config, d)) } }
  },
})
