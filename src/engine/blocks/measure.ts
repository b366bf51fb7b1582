import type { Geometry } from '../../shared/blocks/measure.ts'
import { isTracked } from '../../shared/domain/detection.ts'
import { createMeasurer, type Measurer } from '../measure/measurer.ts'
import { NOTHING, type SceneGeometry } from '../runtime/packet.ts'
import type { ExecutorFactory } from './executor.ts'

export const measure: ExecutorFactory<'measure'> = ({ node: { id, config } }) => {
  const measurer = createMeasurer(id, config)
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      const events = measurer.update(detections.filter(isTracked), frame)
      return { events: { type: 'events', events, geometries: sceneOf(config.geometries, measurer) } }
    },
    finish: (_late, endS) => measurer.finish(endS),
    counts: () => measurer.counts(),
  }
}

function sceneOf(geometries: readonly Geometry[], measurer: Measurer): SceneGeometry[] {
  const live = new Map(measurer.live().map((l) => [l.name, l]))
  return geometries.map(({ kind, name, points }) => {
    const now = live.get(name)
    const label = kind === 'line' ? `A→B ${now?.aToB ?? 0}  B→A ${now?.bToA ?? 0}` : `${now?.inside ?? 0} inside`
    return { kind, name, points, label }
  })
}
