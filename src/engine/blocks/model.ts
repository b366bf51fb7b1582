import type { Detection } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import { findsOneInEachImage } from '../../shared/domain/model-types.ts'
import { tilesAndWhole } from '../../shared/domain/tiles.ts'
import { inferOptions } from '../inference/model-options.ts'
import { mergeTiles } from '../inference/tiling/merge-tiles.ts'
import type { Frame } from '../media/frame.ts'
import { type ExecutorFactory, NOTHING } from '../nodes/executor.ts'
import { inFrame } from './in-frame.ts'

/**
 * Runs a model on the whole frame or on each crop of it, optionally in tiles; boxes are in pixels of the full frame.
 */
export const model: ExecutorFactory<'model'> = ({ node, plan, model: modelOf }) => {
  const { config } = node
  const pooled = modelOf(node.id)
  const { classes, modelType, architecture } = pooled.inspection
  // A class, a class map or the one object of the whole image can't be assembled from those of its tiles.
  const isWhole = modelType === 'classification' || modelType === 'semantic_segmentation'
  const isTileable = !isWhole && !findsOneInEachImage(architecture)
  const options = inferOptions(config, classes)
  // Ids are unique within a frame across models, whichever model finishes first.
  const models = plan.nodes.filter((n) => n.kind === 'model')
  const rank = models.findIndex((n) => n.id === node.id)
  let busy = 0

  const inferRegion = async (frame: Frame, area: Box | null) => {
    const result = await pooled.infer(frame, area, options)
    busy += result.ms
    return inFrame(result, frame)
  }
  /** Returns detections by falling score; a `region` of null is the whole frame. */
  const infer = async (frame: Frame, region: Box | null) => {
    if (!config.tiled || !isTileable) return inferRegion(frame, region)
    const whole = region ?? { x1: 0, y1: 0, x2: frame.width, y2: frame.height }
    const areas = tilesAndWhole(whole, { size: config.tile_size, overlap: config.tile_overlap })
    if (areas.length === 1) return inferRegion(frame, region)
    const tiles = areas.map(async (area) => ({ area, found: await inferRegion(frame, area) }))
    return mergeTiles(await Promise.all(tiles), whole, options)
  }

  return {
    parallel: true,
    busyMs: () => busy,
    async process({ frames }) {
      const [input] = frames
      if (!input) return NOTHING
      const { frame, regions } = input
      const areas = regions ?? [null]
      const results = await Promise.all(areas.map((region) => infer(frame, region?.box ?? null)))
      const found = results.flatMap((list, i) => list.map((d) => ({ ...d, parentId: areas[i]?.parentId })))
      const kept = regions ? found.sort((a, b) => b.score - a.score).slice(0, config.max_detections) : found
      const detections = kept.map(({ parentId, ...d }, i): Detection => {
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
