/** Draws the boxes, labels, masks, keypoints and trails of one frame. */
import { bonesOf } from '../../../../shared/domain/body.ts'
import type { Point } from '../../../../shared/domain/geometry.ts'
import { lastAtMost } from '../records/tracks/columns.ts'
import type { FrameIndex, ShownDetection } from '../records/tracks/frame-index.ts'
import type { Pen } from './pen.ts'
import { colorOf, type Drawn, nameOf, type RunScene } from './run-scene.ts'

const MIN_SCORE = 0.3
/** Trail points closer together than this are merged. */
const MIN_STEP_PX = 1.5
/** Opacity of everything that is not part of the selected track. */
const ASIDE = 0.4

/** Draws masks, trails and boxes; the returned function draws the labels on top of whatever was drawn in between. */
export function paintDetections(pen: Pen, index: FrameIndex, frame: number, scene: RunScene, state: Drawn): () => void {
  const { layers, hiddenClasses, trackId } = state
  const shown = index.detectionsOf(frame).filter(({ className }) => !hiddenClasses.has(className))
  // Objects lower in the frame are nearer and drawn on top; the selected one is drawn above all.
  const chosen = (d: ShownDetection) => trackId !== null && d.trackId === trackId
  shown.sort((a, b) => Number(chosen(a)) - Number(chosen(b)) || a.box.y2 - b.box.y2)
  const each = (draw: (d: ShownDetection, color: string, isChosen: boolean) => void) => {
    for (const d of shown) {
      pen.context.globalAlpha = trackId === null || chosen(d) ? 1 : ASIDE
      draw(d, colorOf(scene, d.className), chosen(d))
    }
    pen.context.globalAlpha = 1
  }
  if (layers.masks) each((d, color) => d.rings && paintMask(pen, d.rings, color))
  if (layers.trails) each((d, color) => paintTrail(pen, index, d, frame, state.trailS, color))
  if (layers.boxes) each((d, color, isChosen) => paintBox(pen, d, color, isChosen))
  if (layers.keypoints) each((d, color) => d.keypoints && paintKeypoints(pen, d.keypoints, color))
  return () => {
    if (!layers.labels && !layers.confidence) return
    // Labels are placed in this order, topmost first. Beside a selected track, other labels would only be in the way.
    shown.reverse()
    each((d, color, isChosen) => {
      if (trackId === null || isChosen) paintLabel(pen, d, textsOf(d, scene, state), color)
    })
  }
}

function paintBox(pen: Pen, { box }: ShownDetection, color: string, isChosen: boolean): void {
  const { x1, y1, x2, y2 } = pen.boxAt(box)
  const path = new Path2D()
  path.roundRect(x1, y1, x2 - x1, y2 - y1, Math.max(0, Math.min(3, (x2 - x1) / 4, (y2 - y1) / 4)))
  if (isChosen) pen.fill(path, color, 0.16)
  pen.stroke(path, color, isChosen ? 2.5 : 1.5)
}

/** Label texts from long to short; the shorter ones omit the class, which the colour shows too. */
function textsOf(d: ShownDetection, scene: RunScene, { layers }: Drawn): string[] {
  const parts: string[] = []
  if (layers.labels) {
    parts.push(nameOf(scene, d.className))
    if (d.trackId !== null) parts.push(`#${d.trackId}`)
  }
  if (layers.confidence && Number.isFinite(d.confidence)) parts.push(`${Math.round(d.confidence * 100)}%`)
  return layers.labels && parts.length > 1 ? [parts.join(' '), parts.slice(1).join(' ')] : [parts.join(' ')]
}

function paintLabel(pen: Pen, { box }: ShownDetection, texts: readonly string[], color: string): void {
  const { x1, y1, x2, y2 } = pen.boxAt(box)
  pen.chip(pen.low ? texts.slice(-1) : texts, color, ({ width, height }) => [
    { x: x1 - 1, y: y1 - height - 3 },
    { x: x2 + 1 - width, y: y1 - height - 3 },
    { x: x1 - 1, y: y2 + 3 },
    { x: x1 + 3, y: y1 + 3 },
    { x: x2 + 3, y: y1 },
  ])
}

function paintMask(pen: Pen, rings: readonly (readonly number[])[], color: string): void {
  const all = new Path2D()
  for (const ring of rings) {
    const points: Point[] = []
    for (let i = 0; i + 1 < ring.length; i += 2) points.push({ x: ring[i] as number, y: ring[i + 1] as number })
    all.addPath(pen.polyline(points, true))
  }
  pen.fill(all, color, 0.34, 'evenodd')
  pen.stroke(all, color, 1)
}

function paintKeypoints(pen: Pen, points: NonNullable<ShownDetection['keypoints']>, color: string): void {
  const sure = points.map((k) => (k.score >= MIN_SCORE && Number.isFinite(k.x + k.y) ? k : null))
  for (const [from, to] of bonesOf(points.length)) {
    const [a, b] = [sure[from], sure[to]]
    if (a && b) pen.stroke(pen.polyline([a, b]), color, 1.5)
  }
  for (const k of sure) if (k) pen.dot(k, 2.5, color)
}

/** Draws the path of the middle of the box's lower edge, the object's ground point; older parts are thinner. */
function paintTrail(
  pen: Pen,
  index: FrameIndex,
  { trackId }: ShownDetection,
  frame: number,
  trailS: number,
  color: string,
): void {
  const track = trackId === null ? undefined : index.sightings.get(trackId)
  if (!track || trailS <= 0) return
  const nowS = index.timeOf(frame)
  const last = lastAtMost(track.frames, track.frames.length, frame)
  const { context } = pen
  context.strokeStyle = color
  let before: Point | null = null
  for (let i = last; i >= 0; i--) {
    const ageS = nowS - index.timeOf(track.frames[i] as number)
    if (ageS > trailS) break
    const { x1, x2, y2 } = index.boxOf(track.detections[i] as number)
    const p = pen.at((x1 + x2) / 2, y2)
    if (before && Math.hypot(p.x - before.x, p.y - before.y) < MIN_STEP_PX) continue
    if (before) {
      context.lineWidth = 0.6 + 1.8 * (1 - ageS / trailS)
      context.beginPath()
      context.moveTo(before.x, before.y)
      context.lineTo(p.x, p.y)
      context.stroke()
    }
    before = p
  }
}

/** Draws every position of a track except the current one, which its box marks. */
export function paintWholePath(pen: Pen, index: FrameIndex, trackId: number, color: string): void {
  const track = index.sightings.get(trackId)
  if (!track) return
  const feet = track.detections.map((at) => {
    const { x1, x2, y2 } = index.boxOf(at)
    return { x: (x1 + x2) / 2, y: y2 }
  })
  pen.context.globalAlpha = 0.75
  pen.context.setLineDash([5, 5])
  pen.stroke(pen.polyline(feet), color, 1.25)
  pen.context.setLineDash([])
  pen.context.globalAlpha = 1
  const [first, last] = [feet[0], feet.at(-1)]
  if (first) pen.dot(first, 3, color)
  if (last && feet.length > 1) pen.dot(last, 4.5, color)
}
