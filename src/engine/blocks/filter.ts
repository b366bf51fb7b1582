import { NOTHING } from '../runtime/packet.ts'
import type { ExecutorFactory } from './executor.ts'
import { keeps } from './filter-rule.ts'

export const filter: ExecutorFactory<'filter'> = ({ node: { config } }) => ({
  process({ detections }) {
    if (!detections) return NOTHING
    return { detections: { type: 'detections', detections: detections.filter((d) => keeps(config, d)) } }
  },
})
