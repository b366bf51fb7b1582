import { createTracker } from '../../src/engine/tracking/tracker.ts'
import { withDefaults } from '../../src/shared/blocks/catalogue.ts'
import { spreadOf } from '../clock.ts'
import { detectionsAt, FPS, SIZE } from './scene.ts'

/** One update of a tracker, in ms. */
export async function track({ objects }: { objects: number }) {
  const tracker = createTracker(withDefaults('track', {}))
  return spreadOf(2000, (i) => tracker.update(detectionsAt(i, objects), { ...SIZE, index: i, ptsS: i / FPS }))
}
