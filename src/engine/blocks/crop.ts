import type { Detection } from '../../shared/domain/detection.ts'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import { message } from '../../shared/messages/message.ts'
import { type ExecutorFactory, NOTHING, type Region } from '../nodes/executor.ts'
import type { Plan } from '../nodes/plan.ts'
import { type CropFilesState, createCropFiles } from '../sinks/crop-files.ts'

/** Crops that a run stores as images. They are meant for inspection, for which thousands of files are of no use. */
export const MAX_CROP_FILES = 2000

/** Emits regions of the frame, highest score first; pixels are copied only when crops are stored as images. */
export const crop: ExecutorFactory<'crop'> = ({ node: { id, config }, plan, output, saved, warn }) => {
  const classes = config.source_classes.length > 0 ? new Set(config.source_classes) : null
  const files =
    config.emit_crops && output ? createCropFiles(id, output, shareOf(plan), saved as CropFilesState | null) : null

  const regionsOf = (frame: Size, detections: readonly Detection[]): Region[] => {
    const regions: Region[] = []
    const byScore = [...detections].sort((a, b) => b.score - a.score)
    for (const detection of byScore) {
      if (regions.length >= config.max_crops) break
      if (classes && !classes.has(detection.className)) continue
      const box = wholePixels(detection.box, frame)
      if (Math.min(box.x2 - box.x1, box.y2 - box.y1) < config.min_crop_size) continue
      regions.push({ box, parentId: detection.id })
    }
    return regions
  }

  return {
    async process({ frame, detections }) {
      if (!detections) return NOTHING
      const regions = regionsOf(frame, detections)
      for (const { box } of regions) await files?.write(frame, box)
      return { frames: { type: 'frames', frame, regions } }
    },
    save: () => files?.save() ?? null,
    finish() {
      const { kept = 0, leftOut = 0 } = files ?? {}
      if (leftOut > 0) warn(message('log.crops_skipped', { kept, leftOut }))
      return []
    },
  }
}

/** Blocks that store crops get equal shares, so that the selection does not depend on which block is faster. */
function shareOf({ nodes }: Plan): number {
  const storing = nodes.filter((n) => n.kind === 'crop' && n.config.emit_crops)
  return Math.max(1, Math.floor(MAX_CROP_FILES / storing.length))
}

/** The smallest box of whole pixels that encloses `box`, clipped to the frame. */
const wholePixels = (box: Box, { width, height }: Size): Box => ({
  x1: Math.max(0, Math.floor(box.x1)),
  y1: Math.max(0, Math.floor(box.y1)),
  x2: Math.min(width, Math.ceil(box.x2)),
  y2: Math.min(height, Math.ceil(box.y2)),
})
