import type { Box, Size } from '../../shared/domain/geometry.ts'
import { NOTHING, type Region } from '../runtime/packet.ts'
import type { ExecutorFactory } from './executor.ts'

/** Regions of the frame, the surest detections first; no pixels are copied. */
export const crop: ExecutorFactory<'crop'> = ({ node: { config }, warn }) => {
  const classes = config.source_classes.length > 0 ? new Set(config.source_classes) : null
  if (config.emit_crops) warn('Storing crops as pictures is not supported yet: this run keeps none.')
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      const regions: Region[] = []
      const bySureness = [...detections].sort((a, b) => b.score - a.score)
      for (const detection of bySureness) {
        if (regions.length >= config.max_crops) break
        if (classes && !classes.has(detection.className)) continue
        const box = wholePixels(detection.box, frame)
        if (Math.min(box.x2 - box.x1, box.y2 - box.y1) < config.min_crop_size) continue
        regions.push({ box, parentId: detection.id })
      }
      return { frames: { type: 'frames', frame, regions } }
    },
  }
}

/** The smallest box of whole pixels around `box`, inside the frame. */
const wholePixels = (box: Box, { width, height }: Size): Box => ({
  x1: Math.max(0, Math.floor(box.x1)),
  y1: Math.max(0, Math.floor(box.y1)),
  x2: Math.min(width, Math.ceil(box.x2)),
  y2: Math.min(height, Math.ceil(box.y2)),
})
