import { LAYERS, type Layer } from '../overlay/layers.ts'
import type { RunScene } from '../overlay/run-scene.ts'
import type { Frames } from '../records/use-frames.ts'

/** Returns the layers for which the run has data. */
export function layersOf({ index }: Frames, { geometries }: RunScene): Layer[] {
  const found = index.frameCount > 0
  const has: Record<Layer, boolean> = {
    boxes: found,
    labels: found,
    confidence: found,
    trails: index.sightings.size > 0,
    masks: index.hasMasks,
    keypoints: index.hasKeypoints,
    geometries: geometries.length > 0,
  }
  return LAYERS.filter((layer) => has[layer])
}
