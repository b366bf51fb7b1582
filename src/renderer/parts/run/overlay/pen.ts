/** Draws on a canvas in frame coordinates, with strokes and text in screen size. */

import { textOn } from '../../../../shared/domain/contrast.ts'
import type { Box, Point } from '../../../../shared/domain/geometry.ts'
import { type Placement, toScreen } from './view.ts'

const RIM = 'rgba(5, 7, 13, 0.55)'
const CHIP = { font: 11.5, height: 18, padding: 6, radius: 4 }
/** Below this stage height, labels of the usual size would cover the objects that they describe. */
const LOW_PX = 260
/** Share of a chip that other chips may cover; beyond it both are illegible. */
const MAX_COVERED = 0.4
const LOW_CHIP = { font: 10, height: 14, padding: 4, radius: 3 }

interface Room {
  width: number
  height: number
}

export class Pen {
  readonly context: CanvasRenderingContext2D
  private readonly placement: Placement
  private readonly width: number
  private readonly height: number
  private readonly chips: Box[] = []
  /** True when there is little room for labels. */
  readonly low: boolean
  private readonly form: typeof CHIP

  /** @param width width of the stage in CSS pixels, like `height`; the context is scaled to them. `font` is a family */
  constructor(context: CanvasRenderingContext2D, placement: Placement, width: number, height: number, font: string) {
    this.context = context
    this.placement = placement
    this.width = width
    this.height = height
    this.low = height < LOW_PX
    this.form = this.low ? LOW_CHIP : CHIP
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.font = `500 ${this.form.font}px ${font}`
    context.textBaseline = 'middle'
  }

  at = (x: number, y: number): Point => toScreen(this.placement, x, y)

  boxAt({ x1, y1, x2, y2 }: Box): Box {
    const [a, b] = [this.at(x1, y1), this.at(x2, y2)]
    return { x1: a.x, y1: a.y, x2: b.x, y2: b.y }
  }

  /** Adds a dark rim, which keeps the stroke visible on a background of its own colour. */
  stroke(path: Path2D, color: string, width: number): void {
    const { context } = this
    context.strokeStyle = RIM
    context.lineWidth = width + 2
    context.stroke(path)
    context.strokeStyle = color
    context.lineWidth = width
    context.stroke(path)
  }

  fill(path: Path2D, color: string, opacity: number, rule: CanvasFillRule = 'nonzero'): void {
    const { context } = this
    const before = context.globalAlpha
    context.globalAlpha = before * opacity
    context.fillStyle = color
    context.fill(path, rule)
    context.globalAlpha = before
  }

  /** Points in frame pixels. */
  polyline(points: readonly Point[], closed = false): Path2D {
    const path = new Path2D()
    for (const [i, { x, y }] of points.entries()) {
      const p = this.at(x, y)
      if (i === 0) path.moveTo(p.x, p.y)
      else path.lineTo(p.x, p.y)
    }
    if (closed) path.closePath()
    return path
  }

  dot(p: Point, radius: number, color: string): void {
    const path = new Path2D()
    const { x, y } = this.at(p.x, p.y)
    path.arc(x, y, radius, 0, 2 * Math.PI)
    this.stroke(path, color, 1)
    this.fill(path, color, 1)
  }

  /** Later chips avoid this screen area if they can. */
  keepClear(box: Box): void {
    this.chips.push(box)
  }

  /**
   * Draws a filled label at the first of these top left corners, in screen coordinates, where it covers no other label.
   * If there is none, the next, shorter text is tried; then the corner that covers least. A label that would cover too
   * much of others is omitted, unless it is needed.
   */
  chip(texts: readonly string[], color: string, corners: (size: Room) => Point[], needed = false): void {
    const { context } = this
    const places = texts.flatMap((text, i) =>
      this.#boxesOf(text, corners).map((box) => ({ text, box, covered: this.#covered(box), i })),
    )
    const shortest = places.filter(({ i }) => i === texts.length - 1)
    const least = shortest.sort((a, b) => a.covered - b.covered)[0]
    const place = places.find(({ covered }) => covered === 0) ?? least
    if (!place || (place.covered > MAX_COVERED && !needed)) return
    const { text, box } = place
    this.chips.push(box)
    const { height, padding, radius } = this.form
    const path = new Path2D()
    path.roundRect(box.x1, box.y1, box.x2 - box.x1, height, radius)
    this.fill(path, color, 0.94)
    context.fillStyle = textOn(color)
    context.fillText(text, box.x1 + padding, box.y1 + height / 2 + 0.5)
  }

  /** Returns the share of a box that other chips cover. */
  #covered(box: Box): number {
    const area = (box.x2 - box.x1) * (box.y2 - box.y1)
    return this.chips.reduce((sum, chip) => sum + overlap(box, chip), 0) / area
  }

  #boxesOf(text: string, corners: (size: Room) => Point[]): Box[] {
    const { height, padding } = this.form
    const width = Math.ceil(this.context.measureText(text).width) + 2 * padding
    return corners({ width, height }).map(({ x, y }) => {
      const x1 = Math.round(Math.max(0, Math.min(x, this.width - width)))
      const y1 = Math.round(Math.max(0, Math.min(y, this.height - height)))
      return { x1, y1, x2: x1 + width, y2: y1 + height }
    })
  }

  letter(text: string, x: number, y: number, color: string): void {
    const { context } = this
    const path = new Path2D()
    path.arc(x, y, 8, 0, 2 * Math.PI)
    this.stroke(path, color, 0.5)
    this.fill(path, color, 1)
    context.fillStyle = textOn(color)
    context.textAlign = 'center'
    context.fillText(text, x, y + 0.5)
    context.textAlign = 'left'
  }
}

/** Area in square pixels that two boxes share. */
const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) * Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1))
