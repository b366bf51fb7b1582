/** Draws boxes: by a drag, or by a click at each of two opposite corners. */
import { MIN_SIDE } from '../outline/box-handles.ts'
import type { Snapped } from '../outline/hit.ts'
import { boundsOfPoints, boxOf, distance, inImage, type Point } from '../outline/outline.ts'
import { create, type Draft, NO_DRAFT, newShape, type Press, placed, type Tool, type ToolContext } from './tool.ts'

export class BoxTool implements Tool {
  readonly #context: ToolContext
  #from: Point | null = null
  #here: Snapped | null = null
  /** True from a first click without a drag until the second click. */
  #waits = false

  constructor(context: ToolContext) {
    this.#context = context
  }

  down(press: Press) {
    this.#here = placed(this.#context, press)
    if (this.#waits) return
    if (this.#context.className() === null) return this.#context.refuse('noClass')
    this.#from = this.#here.point
  }

  move(press: Press): void {
    this.#here = placed(this.#context, press)
  }

  up(press: Press): void {
    this.#here = placed(this.#context, press)
    if (!this.#from) return
    const isClick = distance(this.#from, this.#here.point) < this.#context.reach() / 2
    if (isClick && !this.#waits) {
      this.#waits = true
      return
    }
    // A second click in the same place keeps waiting for the opposite corner.
    if (!isClick) this.#draw(this.#from, this.#here.point)
  }

  #draw(from: Point, to: Point): void {
    const className = this.#context.className()
    this.cancel()
    const box = boxBetween(from, to)
    if (className === null || box.w < MIN_SIDE || box.h < MIN_SIDE) return
    create(this.#context, newShape(this.#context, className, 'bbox', { bounding_box: box }))
  }

  finish(): boolean {
    if (!this.#from || !this.#here) return false
    this.#draw(this.#from, this.#here.point)
    return true
  }

  back(): boolean {
    return this.cancel()
  }

  cancel(): boolean {
    const had = this.#from !== null
    this.#from = null
    this.#waits = false
    return had
  }

  draft(): Draft {
    const snap = this.#here?.to ? this.#here.point : null
    const className = this.#context.className()
    if (!this.#from || !this.#here || className === null) return { ...NO_DRAFT, snap }
    const box = boxBetween(this.#from, this.#here.point)
    const shape = { id: '', name: className, type: 'bbox' as const, confidence: null, bounding_box: box }
    return { ...NO_DRAFT, snap, changed: [shape] }
  }

  cursor(): string {
    return 'crosshair'
  }
}

const boxBetween = (a: Point, b: Point) => boxOf(boundsOfPoints([a, b]))

/** Draws a box from its four extreme points: one click on each side of the object, in any order. */
export class ExtremesTool implements Tool {
  readonly #context: ToolContext
  #points: Point[] = []
  #here: Snapped | null = null

  constructor(context: ToolContext) {
    this.#context = context
  }

  down(press: Press) {
    if (this.#context.className() === null) return this.#context.refuse('noClass')
    this.#here = placed(this.#context, press)
    this.#points.push(this.#here.point)
    if (this.#points.length === 4) this.finish()
  }

  move(press: Press): void {
    this.#here = placed(this.#context, press)
  }

  up(): void {}

  finish(): boolean {
    const className = this.#context.className()
    if (this.#points.length < 2 || className === null) return false
    const box = boxOf(boundsOfPoints(this.#points))
    this.#points = []
    if (box.w < MIN_SIDE || box.h < MIN_SIDE) return true
    create(this.#context, newShape(this.#context, className, 'bbox', { bounding_box: box }))
    return true
  }

  back(): boolean {
    return this.#points.pop() !== undefined
  }

  cancel(): boolean {
    const had = this.#points.length > 0
    this.#points = []
    return had
  }

  draft(): Draft {
    const snap = this.#here?.to ? this.#here.point : null
    const className = this.#context.className()
    if (this.#points.length === 0 || className === null) return { ...NO_DRAFT, snap }
    const box = boxOf(boundsOfPoints(this.#here ? [...this.#points, this.#here.point] : this.#points))
    const shape = { id: '', name: className, type: 'bbox' as const, confidence: null, bounding_box: box }
    const points = this.#points.map((p) => inImage(p, this.#context.image))
    const marks = points.map((p, i) => ({
      id: `${i}`,
      name: className,
      type: 'keypoint' as const,
      confidence: null,
      keypoint: p,
    }))
    return { ...NO_DRAFT, snap, changed: [shape, ...marks] }
  }

  cursor(): string {
    return 'crosshair'
  }
}
