import { createOverlay } from '../draw/overlay.ts'
import type { SceneGeometry } from '../runtime/packet.ts'
import type { PlannedNode } from '../runtime/plan.ts'
import type { ExecutorFactory } from './executor.ts'

/**
 * Draws onto a copy of each frame. A frame that went down another branch of a condition passes with nothing of that
 * branch on it, so that the video stays whole and its sound in step; lines keep their last counts.
 */
export const visualize: ExecutorFactory<'visualize'> = ({ node, plan }) => {
  const models = plan.nodes.filter((n): n is PlannedNode<'model'> => n.kind === 'model')
  const styles = Object.assign({}, ...models.map((m) => m.config.draw)) as PlannedNode<'model'>['config']['draw']
  const overlay = createOverlay(node.config, styles)
  const scenes = new Map<string, readonly SceneGeometry[]>()
  return {
    process({ frame, detections, events }) {
      for (const { from, geometries } of events) scenes.set(from, geometries)
      const copy = frame.copy()
      overlay.draw(copy.image, {
        ptsS: frame.ptsS,
        detections: detections ?? [],
        geometries: [...scenes.values()].flat(),
      })
      return { frames: { type: 'frames', frame: copy, regions: null } }
    },
  }
}
