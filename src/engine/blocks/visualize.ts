import { classStyles } from '../../shared/domain/class-color.ts'
import type { Hidden } from '../draw/blur.ts'
import { createOverlay, type OverlayState } from '../draw/overlay.ts'
import type { ExecutorFactory, NodeInput, Outputs, SceneGeometry } from '../nodes/executor.ts'
import { isLastReader, type PlannedNode } from '../nodes/plan.ts'

interface VisualizeState {
  scenes: [from: string, geometries: readonly SceneGeometry[]][]
  overlay: OverlayState
}

/**
 * Draws onto a copy of each frame, or onto the frame itself when no other block reads it any more. A frame that took
 * another branch of a condition passes without that branch's drawings, so that the video stays complete and in sync
 * with its audio; lines keep their last counts. Blurring does not follow the branches: it covers the detections of all
 * models upstream in every frame, including those that a condition or a tracker dropped.
 */
export const visualize: ExecutorFactory<'visualize'> = ({ node, plan, classNames, saved: given }) => {
  const saved = given as VisualizeState | null
  const models = plan.nodes.filter((n): n is PlannedNode<'model'> => n.kind === 'model')
  const chosen = Object.assign({}, ...models.map((m) => m.config.draw)) as PlannedNode<'model'>['config']['draw']
  const overlay = createOverlay(node.config, classStyles(classNames, chosen ?? {}), saved?.overlay)
  const blurred = new Set(node.config.blur_classes)
  const onOriginal = isLastReader(node, plan)
  const scenes = new Map<string, readonly SceneGeometry[]>(saved?.scenes)

  const concealed = async ({ found }: NodeInput): Promise<Hidden[]> => {
    if (blurred.size === 0) return []
    const findings = await found()
    const hidden = findings.filter((f) => f.unseen || blurred.has(f.detection.className))
    // A region that no model has inspected is hidden as a whole.
    return hidden.map(({ detection, unseen }) => (unseen ? { box: detection.box } : detection))
  }

  return {
    save: (): VisualizeState => ({ scenes: [...scenes], overlay: overlay.save() }),
    process(input) {
      const { frame, detections, events } = input
      for (const { from, geometries } of events) scenes.set(from, geometries)
      if (!frame.isPixelless) return drawn(input)
      overlay.pass(frame, { ptsS: frame.ptsS, detections: detections ?? [] })
      return { frames: { type: 'frames', frame, regions: null } }
    },
  }

  async function drawn(input: NodeInput): Promise<Outputs> {
    const { frame, detections } = input
    const conceal = await concealed(input)
    const canvas = onOriginal ? frame : frame.copy()
    overlay.draw(canvas.image, {
      ptsS: frame.ptsS,
      detections: detections ?? [],
      geometries: [...scenes.values()].flat(),
      conceal,
    })
    return { frames: { type: 'frames', frame: canvas, regions: null } }
  }
}
