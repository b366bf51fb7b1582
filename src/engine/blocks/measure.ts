import type { Geometry } from '../../shared/blocks/measure.ts'
import { isTracked } from '../../shared/domain/detection.ts'
import { createMeasurer, type Measurer, type MeasurerState } from '../measure/measurer.ts'
import { type ExecutorFactory, NOTHING, type Outputs, type SceneGeometry } from '../nodes/executor.ts'
import { createEvidenceFile, type EvidenceFileState } from '../sinks/evidence-file.ts'

interface MeasureState {
  measurer: MeasurerState
  /** Null in a preview. */
  evidence: EvidenceFileState | null
}

/** Counts crossings and visits of tracks, and logs the evidence in a file of the run; a preview has none. */
export const measure: ExecutorFactory<'measure'> = async (context) => {
  const { node, output, header } = context
  const { id, config } = node
  const saved = context.saved as MeasureState | null
  const measurer = createMeasurer(id, config, saved?.measurer, { evidence: output !== undefined })
  const file = output && header ? await createEvidenceFile({ node, output, header }, saved?.evidence ?? null) : null
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      const events = measurer.update(detections.filter(isTracked), frame)
      const outputs: Outputs = { events: { type: 'events', events, geometries: sceneOf(config.geometries, measurer) } }
      const evidence = measurer.takeEvidence()
      return file?.write(evidence)?.then(() => outputs) ?? outputs
    },
    async finish(_late, endS) {
      const events = measurer.finish(endS)
      await file?.write(measurer.takeEvidence())
      await file?.finish(measurer.nearMisses())
      return events
    },
    counts: () => measurer.counts(),
    async save(): Promise<MeasureState> {
      return { measurer: measurer.save(), evidence: (await file?.save()) ?? null }
    },
    close: async () => file?.close(),
  }
}

function sceneOf(geometries: readonly Geometry[], measurer: Measurer): SceneGeometry[] {
  const live = measurer.live()
  return geometries.map(({ kind, name, points }, k) => {
    const now = live[k]
    const label = kind === 'line' ? `A→B ${now?.aToB ?? 0}  B→A ${now?.bToA ?? 0}` : `${now?.inside ?? 0} inside`
    return { kind, name, points, label }
  })
}
