/** The drawing of a visualize block: renders all data of a frame onto the frame. */

import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { ClassStyle } from '../../shared/domain/class-color.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import { geometryColor } from '../../shared/domain/geometry-color.ts'
import { own } from '../../shared/domain/own.ts'
import { defaultColor } from '../media/color.ts'
import type { I420 } from '../media/frame.ts'
import { type Hidden, pixelate } from './blur.ts'
import { colorOf, drawBox, drawLabel, drawTrail, labelOf } from './box-art.ts'
import { ChipLayout, drawChip } from './chip.ts'
import { drawLine, drawZoneArea, keepSidesClear, type OverlayGeometry, placeCount } from './geometry-art.ts'
import { InkPot } from './ink.ts'
import { drawKeypoints } from './keypoint-art.ts'
import { letteringOf } from './lettering.ts'
import { drawMask } from './mask-art.ts'
import { type Measures, measuresFor } from './measures.ts'
import { Surface } from './surface.ts'
import { Trails, type TrailsState } from './trails.ts'

export interface OverlayScene {
  ptsS: number
  detections: readonly Detection[]
  geometries: readonly OverlayGeometry[]
  /** Regions to pixelate in addition to the detections of blurred classes. */
  conceal?: readonly Hidden[]
}

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
