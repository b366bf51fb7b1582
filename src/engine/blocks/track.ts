import type { Detection } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { PooledEmbedding } from '../inference/pool.ts'
import type { Frame } from '../media/frame.ts'
import { type ExecutorFactory, NOTHING, type Outputs } from '../nodes/executor.ts'
import { createCameraMotion, type SavedCameraMotion } from '../tracking/camera-motion/camera-motion.ts'
import { createTracker, isSure, type SavedTracker } from '../tracking/tracker.ts'

interface SavedTrack {
  tracker: SavedTracker
  camera: SavedCameraMotion | null
}

/** In pixels: crops with a shorter side hold too little detail for re-identification. */
const MIN_CROP_PX = 4

export const track: ExecutorFactory<'track'> = ({ node, plan, embedding: embeddingOf, saved }) => {
  const { config } = node
  const before = (saved ?? null) as SavedTrack | null
  // Each track block has its own range of numbers, which does not depend on the order in which blocks finish.
  const tracks = plan.nodes.filter((n) => n.kind === 'track')
  const ids = { first: 1 + tracks.findIndex((n) => n.id === node.id), step: tracks.length }
  const tracker = createTracker(config, { ids, saved: before?.tracker })
  const isBotsort = config.tracker === 'botsort'
  const embedding = isBotsort && config.reid_model_id !== undefined ? embeddingOf(node.id) : null
  const camera =
    isBotsort && config.camera_motion !== 'off'
      ? createCameraMotion(config.camera_motion, before?.camera ?? null)
      : null
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      const { index, ptsS, width, height } = frame
      const boxes = detections.map(({ box }) => box)
      const warp = camera?.next({ width, height, y: frame.image.y, strideY: frame.image.strideY }, boxes) ?? undefined
      const follow = (appearances: ReadonlyMap<Detection, Float32Array> | null): Outputs => {
        const found = tracker.update(detections, { index, ptsS, width, height, warp, appearances })
        return { detections: { type: 'detections', detections: found } }
      }
      if (!embedding) return follow(null)
      const sure = detections.filter((d) => isSure(d, config))
      return appearancesOf(sure, frame, embedding).then(follow)
    },
    save: (): SavedTrack => ({ tracker: tracker.save(), camera: camera?.save() ?? null }),
  }
}

async function appearancesOf(
  detections: readonly Detection[],
  frame: Frame,
  embedding: PooledEmbedding,
): Promise<Map<Detection, Float32Array>> {
  const crops = detections.flatMap((detection) => {
    const region = inside(detection.box, frame)
    return region ? [{ detection, region }] : []
  })
  const regions = crops.map(({ region }) => region)
  const vectors = await embedding.embed(frame, regions)
  const known = new Map<Detection, Float32Array>()
  crops.forEach(({ detection }, i) => {
    const vector = vectors[i]
    if (vector) known.set(detection, vector)
  })
  return known
}

function inside({ x1, y1, x2, y2 }: Box, { width, height }: Frame): Box | null {
  const region = { x1: Math.max(0, x1), y1: Math.max(0, y1), x2: Math.min(width, x2), y2: Math.min(height, y2) }
  return region.x2 - region.x1 >= MIN_CROP_PX && region.y2 - region.y1 >= MIN_CROP_PX ? region : null
}
