import { createOverlay } from '../../src/engine/draw/overlay.ts'
import { withDefaults } from '../../src/shared/blocks/catalogue.ts'
import { spreadOf } from '../clock.ts'
import { holdFrames } from './frames.ts'
import { detectionsAt, FPS } from './scene.ts'

/** Draws boxes, labels and trails onto a 1080p frame, in ms. */
export async function draw({ video, objects }: { video: string; objects: number }) {
  const held = await holdFrames(video, 4)
  const overlay = createOverlay(withDefaults('visualize', { geometries: false }), {})
  return spreadOf(1000, (i) => {
    const detections = detectionsAt(i, objects).map((d) => ({ ...d, trackId: d.id + 1 }))
    overlay.draw(held.at(i).image, { ptsS: i / FPS, detections, geometries: [] })
  })
}
