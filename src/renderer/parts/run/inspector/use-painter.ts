/** Composes the overlay of a frame: detections, lines and zones, the selected track, the selected evidence. */
import { useMemo } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { LiveCounts } from '../overlay/live-counts.ts'
import { paintDetections, paintWholePath } from '../overlay/paint-detections.ts'
import { paintCounts, paintEvidence, paintGeometries } from '../overlay/paint-geometries.ts'
import { Pen } from '../overlay/pen.ts'
import { colorOf, type RunScene } from '../overlay/run-scene.ts'
import type { Placement } from '../overlay/view.ts'
import type { Playback } from '../player/playback.ts'
import type { Frames } from '../records/use-records.ts'
import type { Inspected } from './inspector-store.ts'

export interface PaintTask {
  /** Scaled to CSS pixels of the stage. */
  context: CanvasRenderingContext2D
  placement: Placement
  size: Size
  state: Inspected
  element: HTMLCanvasElement
  font: string
}
export type Paint = (task: PaintTask) => void

interface PainterOptions {
  playback: Playback
  frames: Frames
  scene: RunScene
  counts: LiveCounts | null
  frame: Size
  /** Duration of a frame in seconds. */
  frameS: number
  /** True while the video itself is annotated; only the selection is drawn then. */
  drawn: boolean
}

/** Opacity of results held over frames that the run skipped. */
const HELD = '0.55'

export function usePainter({ playback, frames, scene, counts, frame, frameS, drawn }: PainterOptions): Paint {
  // Every batch of frames that is read creates a new wrapper.
  return useMemo(() => {
    const { index } = frames
    return ({ context, placement, size, state, element, font }) => {
      const timeS = playback.shownFrame()
      if (timeS === null) return
      const shown = index.frameShownAt(timeS, frameS)
      const at = shown >= 0 ? shown : heldFrame(frames, timeS, frameS)
      element.style.opacity = shown >= 0 || index.frameCount === 0 ? '' : HELD
      tellFrame(element, frames, shown, timeS)
      const moment = { timeS, frameNumber: at >= 0 ? index.frameNumberOf(at) : null }
      const pen = new Pen(context, placement, size.width, size.height, font)
      const shapes = !drawn && state.layers.geometries ? scene.geometries : []
      paintGeometries(pen, shapes, frame)
      if (state.trackId !== null && state.evidence === null) {
        const first = index.sightings.get(state.trackId)?.detections[0]
        if (first !== undefined) paintWholePath(pen, index, state.trackId, colorOf(scene, index.classNameOf(first)))
      }
      const only = drawn ? onlyChosen(state) : state
      const paintLabels = at >= 0 && only ? paintDetections(pen, index, at, scene, only) : null
      paintCounts(pen, shapes, counts, moment, frame)
      paintLabels?.()
      if (state.evidence) paintEvidence(pen, state.evidence, moment, colorOf(scene, state.evidence.class_name), frame)
    }
  }, [playback, frames, scene, counts, frame, frameS, drawn])
}

/** The last processed frame, if the run skipped frames after it; -1 when it did not, or after the last one. */
function heldFrame({ index }: Frames, timeS: number, frameS: number): number {
  const before = index.frameAtOrBefore(timeS)
  if (before < 0 || before + 1 >= index.frameCount) return -1
  return index.timeOf(before + 1) - index.timeOf(before) > frameS * 1.5 ? before : -1
}

const onlyChosen = (state: Inspected): Inspected | null =>
  state.trackId === null
    ? null
    : { ...state, layers: { ...state.layers, labels: false, confidence: false, trails: false } }

/** Exposes the overlay's state in data attributes: frame number and time of the record, empty without a record. */
function tellFrame(element: HTMLCanvasElement, { index }: Frames, shown: number, timeS: number): void {
  element.dataset.timeS = timeS.toFixed(6)
  element.dataset.frame = shown >= 0 ? String(index.frameNumberOf(shown)) : ''
  element.dataset.detections = shown >= 0 ? String(index.countOf(shown)) : ''
}
