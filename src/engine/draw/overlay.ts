/** The drawing of a visualize block: renders all data of a frame onto the frame. */

import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import { bonesOf } from '../../shared/domain/body.ts'
import { type ClassStyle, classColor } from '../../shared/domain/class-color.ts'
import type { Detection, Keypoint, Ring } from '../../shared/domain/detection.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import { geometryColor } from '../../shared/domain/geometry-color.ts'
import { own } from '../../shared/domain/own.ts'
import { defaultColor } from '../media/color.ts'
import type { I420 } from '../media/frame.ts'
import { type Hidden, pixelate } from './blur.ts'
import { drawLine, drawZoneArea, keepSidesClear, type OverlayGeometry, placeCount } from './geometry-art.ts'
import { type Ink, InkPot, type Measures, measuresFor, shaded } from './ink.ts'
import { ChipLayout, chipSize, drawChip, letteringOf } from './lettering.ts'
import { fillCircle, fillRings, strokeBox, strokeCorners, strokeSegment } from './shapes.ts'
import { Surface } from './surface.ts'
import { type Trail, Trails, type TrailsState } from './trails.ts'

export interface OverlayScene {
  ptsS: number
  detections: readonly Detection[]
  geometries: readonly OverlayGeometry[]
  /** Regions to pixelate in addition to the detections of blurred classes. */
  conceal?: readonly Hidden[]
}

/** Keypoints with a lower score are not drawn. */
const MIN_SCORE = 0.3
const RIM = '#05070d'
const POINT = '#ffffff'

/** Draws keypoints, and the skeleton between them when they are the 17 of COCO. */
function drawKeypoints(
  surface: Surface,
  keypoints: readonly Keypoint[],
  color: string,
  m: Measures,
  inks: InkPot,
): void {
  const sure = (k: Keypoint | undefined): k is Keypoint =>
    k !== undefined && k.score >= MIN_SCORE && Number.isFinite(k.x) && Number.isFinite(k.y)
  const limbs = bonesOf(keypoints.length)
  const width = m.stroke * 1.1
  for (const [grow, ink, opacity] of [
    [Math.max(1.5, m.stroke * 0.8), inks.of(RIM), 0.4],
    [0, inks.of(color), 1],
  ] as const) {
    for (const [from, to] of limbs) {
      const [a, b] = [keypoints[from], keypoints[to]]
      if (sure(a) && sure(b)) strokeSegment(surface, a, b, width + grow, width + grow, ink, opacity)
    }
  }
  for (const point of keypoints) {
    if (!sure(point)) continue
    fillCircle(surface, point, m.stroke * 1.35 + 1, inks.of(RIM), 0.7)
    fillCircle(surface, point, m.stroke * 1.35, inks.of(color), 1)
    fillCircle(surface, point, m.stroke * 0.7, inks.of(POINT), 1)
  }
}

const INSIDE = 0.36
/** How dark the rim is, as a share of the colour. It is opaque: overlapping translucent strokes would show. */
const RIM_SHADE = 0.35

/** Draws the shapes of objects: translucent fill with an outline. */
function drawMask(surface: Surface, rings: readonly Ring[], color: string, m: Measures, inks: InkPot): void {
  fillRings(surface, rings, inks.of(color), INSIDE)
  const width = m.stroke * 0.7
  for (const ring of rings) {
    const outline = coarser(ring, Math.max(1.5, m.stroke))
    // A dark rim keeps the outline visible on a background of its own colour.
    strokeRing(surface, outline, width + Math.max(1, m.stroke * 0.5), inks.of(shaded(color, RIM_SHADE)))
    strokeRing(surface, outline, width, inks.of(color))
  }
}

function strokeRing(surface: Surface, ring: Ring, width: number, ink: Ink): void {
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const a = { x: ring[j] as number, y: ring[j + 1] as number }
    const b = { x: ring[i] as number, y: ring[i + 1] as number }
    strokeSegment(surface, a, b, width, width, ink)
  }
}

/** Drops points closer than `least` to the previous one: outlines follow the edge of every pixel, strokes need not. */
function coarser(ring: Ring, least: number): number[] {
  const kept: number[] = []
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x, y] = [ring[i] as number, ring[i + 1] as number]
    const [beforeX, beforeY] = [kept.at(-2), kept.at(-1)]
    if (beforeX === undefined || beforeY === undefined || Math.hypot(x - beforeX, y - beforeY) >= least) kept.push(x, y)
  }
  return kept
}

const HALO = '#000000'

/** Draws boxes, their labels and their trails. */
function drawBox(surface: Surface, { box }: Detection, color: string, m: Measures, inks: InkPot): void {
  const ink = inks.of(color)
  const radius = Math.min(m.corner, (box.x2 - box.x1) / 4, (box.y2 - box.y1) / 4)
  // A dark rim keeps the border visible on a background of its own colour.
  strokeBox(surface, box, radius, m.stroke, inks.of(HALO), 0.32, Math.max(1, m.stroke * 0.35))
  strokeBox(surface, box, radius, m.stroke, ink, 1)
  const side = Math.min(box.x2 - box.x1, box.y2 - box.y1)
  const accent = Math.min(side * 0.28, m.stroke * 9)
  if (accent > m.stroke * 3) strokeCorners(surface, box, radius, m.stroke * 1.9, accent, ink)
}

function drawLabel(
  surface: Surface,
  chips: ChipLayout,
  { box }: Detection,
  text: string,
  color: string,
  m: Measures,
  inks: InkPot,
): void {
  const size = chipSize(text, m)
  const gap = Math.round(m.stroke)
  const x = box.x1 - m.stroke / 2
  const flushRight = box.x2 + m.stroke / 2 - size.width
  const above = box.y1 - size.height - gap
  const place = chips.place(size, [
    // Candidate positions: above the box if there is room, else inside its top, below it, inside its lower edge.
    ...(above >= 0
      ? [
          { x, y: above },
          { x: flushRight, y: above },
        ]
      : []),
    { x: box.x1 + gap * 2, y: box.y1 + gap * 2 },
    { x, y: box.y2 + gap },
    { x: flushRight, y: box.y2 + gap },
    { x: box.x1 + gap * 2, y: box.y2 - size.height - gap * 2 },
  ])
  drawChip(surface, place, text, color, m, inks)
}

/** Thin at its oldest point, as wide as the border at its newest. */
function drawTrail(
  surface: Surface,
  { points }: Trail,
  color: string,
  nowS: number,
  lengthS: number,
  m: Measures,
  inks: InkPot,
): void {
  const ink = inks.of(color)
  const width = (ptsS: number) => m.stroke * (0.4 + 1.1 * Math.max(0, 1 - (nowS - ptsS) / lengthS))
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]
    const b = points[i]
    if (a && b) strokeSegment(surface, a, b, width(a.ptsS), width(b.ptsS), ink)
  }
}

/** Class, track id and confidence, as far as they are requested. */
function labelOf(
  d: Detection,
  style: ClassStyle | undefined,
  { labels, confidence }: { labels: boolean; confidence: boolean },
): string {
  const parts: string[] = []
  if (labels) {
    parts.push(style?.label || d.className)
    if (d.trackId !== undefined) parts.push(`#${d.trackId}`)
  }
  if (confidence) parts.push(`${Math.round(d.score * 100)}%`)
  return parts.join(' ')
}

const colorOf = (className: string, style: ClassStyle | undefined): string => style?.color ?? classColor(className)

export interface OverlayState {
  trails: TrailsState | null
}

export interface Overlay {
  /** Draws onto the image. Frames must be passed in rising time order: trails are kept from one to the next. */
  draw(image: I420, scene: OverlayScene): void
  /** Passes over a frame of this size that is not drawn. */
  pass(size: Size, scene: Pick<OverlayScene, 'ptsS' | 'detections'>): void
  /** State kept from frame to frame, for resuming a run; valid until the next frame. */
  save(): OverlayState
}

/** `styles` are by class name; a class without a style is drawn in its own colour under its own name. */
export function createOverlay(
  config: ConfigOf<'visualize'>,
  styles: Readonly<Record<string, ClassStyle>>,
  saved: OverlayState | null = null,
): Overlay {
  const styleOf = (className: string): ClassStyle | undefined => own(styles, className)
  const blurred = new Set(config.blur_classes)
  const trails = config.trails && config.trail_s > 0 ? new Trails(config.trail_s, saved?.trails) : null
  let surface: Surface | null = null
  let inks: InkPot | null = null

  const shownOf = (valid: readonly Detection[]) =>
    // Objects lower in the frame are nearer and are drawn on top.
    valid.filter((d) => !styleOf(d.className)?.hidden).sort((a, b) => a.box.y2 - b.box.y2)

  function follow({ width, height }: Size, ptsS: number, shown: readonly Detection[]): void {
    trails?.advance(ptsS)
    for (const { trackId, className, box } of shown) {
      if (trackId !== undefined) trails?.add(trackId, className, box, Math.min(width, height))
    }
  }

  return {
    save: () => ({ trails: trails?.save() ?? null }),
    pass: (size, { ptsS, detections }) => follow(size, ptsS, shownOf(detections.filter(hasArea))),
    draw(image, { ptsS, detections, geometries, conceal = [] }) {
      if (surface) surface.begin(image)
      else surface = new Surface(image)
      const color = image.color ?? defaultColor(image)
      if (!inks?.fits(color)) inks = new InkPot(color)
      const m = measuresFor(image)
      const valid = detections.filter(hasArea)

      const hidden = [...valid.filter((d) => blurred.has(d.className)), ...conceal]
      for (const one of new Map(hidden.map((h) => [h.box, h])).values()) pixelate(image, one)

      const shown = shownOf(valid)
      const chips = new ChipLayout(surface)

      for (const d of shown) {
        const ink = colorOf(d.className, styleOf(d.className))
        if (config.masks && d.rings) drawMask(surface, d.rings, ink, m, inks)
      }
      if (config.geometries) {
        for (const [i, g] of geometries.entries()) {
          if (g.kind === 'zone' && g.points.length >= 3) drawZoneArea(surface, g, geometryColor(i), m, inks)
        }
        for (const [i, g] of geometries.entries()) {
          if (g.kind !== 'line' || g.points.length < 2) continue
          drawLine(surface, g, geometryColor(i), m, inks)
          keepSidesClear(surface, chips, g, m)
        }
      }
      if (trails) {
        follow(image, ptsS, shown)
        for (const trail of trails.all()) {
          const ink = colorOf(trail.className, styleOf(trail.className))
          drawTrail(surface, trail, ink, ptsS, config.trail_s, m, inks)
        }
      }
      if (config.boxes) for (const d of shown) drawBox(surface, d, colorOf(d.className, styleOf(d.className)), m, inks)
      for (const d of shown) {
        const ink = colorOf(d.className, styleOf(d.className))
        if (config.keypoints && d.keypoints) drawKeypoints(surface, d.keypoints, ink, m, inks)
      }
      // Counts are placed first, and stay on top where it is crowded.
      const counts = config.geometries ? geometries.map((g) => placeCount(surface as Surface, chips, g, m)) : []
      if (config.labels || config.confidence) {
        for (const d of shown) {
          if (!isVisible(d, image)) continue
          const style = styleOf(d.className)
          drawLabel(surface, chips, d, labelOf(d, style, config), colorOf(d.className, style), m, inks)
        }
      }
      for (const [i, count] of counts.entries()) {
        if (count) drawChip(surface, count.place, count.text, geometryColor(i), m, inks)
      }
      if (config.watermark) drawWatermark(surface, config.watermark, m, inks)
    },
  }
}

/** False for boxes without area and for boxes with NaN coordinates. */
const hasArea = ({ box }: Detection): boolean => box.x2 > box.x1 && box.y2 > box.y1

const isVisible = ({ box }: Detection, { width, height }: I420): boolean =>
  box.x2 > 0 && box.y2 > 0 && box.x1 < width && box.y1 < height

function drawWatermark(surface: Surface, text: string, m: Measures, inks: InkPot): void {
  const font = letteringOf(m.fontPx)
  const x = surface.width - m.margin - font.widthOf(text)
  const y = surface.height - m.margin
  const shift = Math.max(1, Math.round(m.fontPx * 0.07))
  font.draw(surface, text, x + shift, y + shift, inks.of('#000000'), 0.55)
  font.draw(surface, text, x, y, inks.of('#ffffff'), 0.8)
}
