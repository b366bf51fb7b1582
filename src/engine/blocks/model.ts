import type { Detection } from '../../shared/domain/detection.ts'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { Inferred } from '../inference/pool.ts'
import type { InferOptions } from '../inference/session.ts'
import type { Letterbox } from '../media/frame.ts'
import { NOTHING } from '../runtime/packet.ts'
import type { ExecutorFactory } from './executor.ts'

/** Looks at the whole frame, or at each crop of it; boxes come back in pixels of the full frame. */
export const model: ExecutorFactory<'model'> = ({ node, plan, model: modelOf }) => {
  const { config } = node
  const pooled = modelOf(node.id)
  const { classes } = pooled.inspection
  const wanted = config.class_filter.map((name) => classes.indexOf(name)).filter((id) => id >= 0)
  const options: InferOptions = {
    confidence: config.confidence_threshold,
    classIds: config.class_filter.length > 0 ? new Set(wanted) : null,
    iou: config.iou_threshold,
    classAgnostic: config.class_agnostic_nms,
    maxDetections: config.max_detections,
  }
  // Ids are unique within a frame across models, whichever model is done first.
  const models = plan.nodes.filter((n) => n.kind === 'model')
  const rank = models.findIndex((n) => n.id === node.id)
  let busy = 0

  return {
    parallel: true,
    busyMs: () => busy,
    async process({ frames }) {
      const [input] = frames
      if (!input) return NOTHING
      const { frame, regions } = input
      const looks = regions ?? [null]
      const results = await Promise.all(looks.map((region) => pooled.infer(frame, region?.box ?? null, options)))
      const found = results.flatMap((result, i) => {
        busy += result.ms
        return inFrame(result, frame).map((d) => ({ ...d, parentId: looks[i]?.parentId }))
      })
      const surest = regions ? found.sort((a, b) => b.score - a.score).slice(0, config.max_detections) : found
      const detections = surest.map(({ parentId, ...d }, i): Detection => {
        const detection: Detection = {
          ...d,
          className: classes[d.classId] ?? `class ${d.classId}`,
          modelNodeId: node.id,
          id: i * models.length + rank,
        }
        return parentId === undefined ? detection : { ...detection, parentId }
      })
      return { detections: { type: 'detections', detections } }
    },
  }
}

/** Boxes in pixels of the full frame, those outside it left out. */
export function inFrame(
  { found, letterbox }: Pick<Inferred, 'found' | 'letterbox'>,
  size: Size,
): { box: Box; score: number; classId: number }[] {
  const mapped: { box: Box; score: number; classId: number }[] = []
  for (let i = 0; i < found.count; i++) {
    const box = clipped(fromInput(found.boxes, i, letterbox), size)
    if (!box) continue
    mapped.push({ box, score: found.scores[i] as number, classId: found.classIds[i] as number })
  }
  return mapped
}

function fromInput(boxes: Float32Array, i: number, { scale, padX, padY, originX, originY }: Letterbox): Box {
  const x = (v: number | undefined) => ((v as number) - padX) / scale + originX
  const y = (v: number | undefined) => ((v as number) - padY) / scale + originY
  return { x1: x(boxes[4 * i]), y1: y(boxes[4 * i + 1]), x2: x(boxes[4 * i + 2]), y2: y(boxes[4 * i + 3]) }
}

function clipped(box: Box, { width, height }: Size): Box | null {
  const x = (v: number) => Math.min(Math.max(v, 0), width)
  const y = (v: number) => Math.min(Math.max(v, 0), height)
  const inside = { x1: x(box.x1), y1: y(box.y1), x2: x(box.x2), y2: y(box.y2) }
  return inside.x2 > inside.x1 && inside.y2 > inside.y1 ? inside : null
}
