/** Draws polygons and polylines, and the rings that cut and the lines that split: a click for each vertex. */
import type { Snapped } from '../outline/hit.ts'
import { distance, MIN_RING, type Point } from '../outline/outline.ts'
import { create, type Draft, NO_DRAFT, newShape, type Press, placed, type Tool, type ToolContext } from './tool.ts'

const MIN_LINE = 2

/** Collects the vertices of a path; subclasses say what a finished path does. */
export abstract class PathTool implements Tool {
  protected readonly context: ToolContext
  protected points: Point[] = []
  #here: Snapped | null = null

  constructor(context: ToolContext) {
    this.context = context
  }

  /** True for rings, which a click on the first vertex closes. */
  protected abstract readonly closes: boolean
  protected abstract readonly dashed: boolean
  /** Returns false when the path can't begin. */
  protected abstract begins(press: Press): boolean
  protected abstract done(points: Point[]): void
  protected abstract colorClass(): string | null

  get #enough(): boolean {
    return this.points.length >= (this.closes ? MIN_RING : MIN_LINE)
  }

  down(press: Press) {
    this.#here = placed(this.context, press)
    const { point } = this.#here
    if (this.points.length === 0 && !this.begins(press)) return
    const first = this.points[0]
    const closing = this.closes && first !== undefined && distance(first, point) <= this.context.reach()
    const last = this.points.at(-1)
    const repeated = last !== undefined && distance(last, point) < this.context.reach() / 4
    // The second press of a double click is at the place of the first.
    if (this.#enough && (closing || press.clicks > 1)) {
      this.finish()
      return
    }
    if (repeated) return
    this.points.push(point)
    this.added()
  }

  /** Called after each vertex. */
  protected added(): void {}

  move(press: Press): void {
    this.#here = placed(this.context, press)
  }

  up(): void {}

  finish(): boolean {
    if (this.points.length === 0) return false
    if (!this.#enough) return true
    const { points } = this
    this.points = []
    this.done(points)
    return true
  }

  back(): boolean {
    return this.points.pop() !== undefined
  }

  cancel(): boolean {
    const had = this.points.length > 0
    this.points = []
    return had
  }

  draft(): Draft {
    const snap = this.#here?.to ? this.#here.point : null
    if (this.points.length === 0) return { ...NO_DRAFT, snap }
    const points = this.#here ? [...this.points, this.#here.point] : this.points
    return {
      ...NO_DRAFT,
      snap,
      path: { points, closes: this.closes, dashed: this.dashed, className: this.colorClass() },
    }
  }

  cursor(): string {
    return 'crosshair'
  }
}

export class PolygonTool extends PathTool {
  protected override readonly closes = true
  protected override readonly dashed = false

  protected override begins(): boolean {
    return hasClass(this.context)
  }

  protected override done(points: Point[]) {
    const className = this.context.className()
    if (className === null) return
    create(this.context, newShape(this.context, className, 'polygon', { polygon: { paths: [points] } }))
  }

  protected override colorClass(): string | null {
    return this.context.className()
  }
}

export class PolylineTool extends PathTool {
  protected override readonly closes = false
  protected override readonly dashed = false

  protected override begins(): boolean {
    return hasClass(this.context)
  }

  protected override done(points: Point[]) {
    const className = this.context.className()
    if (className !== null)
      create(this.context, newShape(this.context, className, 'polyline', { polyline: { points } }))
  }

  protected override colorClass(): string | null {
    return this.context.className()
  }
}

function hasClass(context: ToolContext): boolean {
  if (context.className() !== null) return true
  context.refuse('noClass')
  return false
}

/** Sets keypoints: a click for each. */
export class KeypointTool implements Tool {
  readonly #context: ToolContext
  #here: Snapped | null = null

  constructor(context: ToolContext) {
    this.#context = context
  }

  down(press: Press) {
    const className = this.#context.className()
    if (className === null) return this.#context.refuse('noClass')
    this.#here = placed(this.#context, press)
    create(this.#context, newShape(this.#context, className, 'keypoint', { keypoint: { ...this.#here.point } }))
  }

  move(press: Press): void {
    this.#here = placed(this.#context, press)
  }

  up(): void {}

  finish(): boolean {
    return false
  }

  back(): boolean {
    return false
  }

  cancel(): boolean {
    return false
  }

  draft(): Draft {
    return { ...NO_DRAFT, snap: this.#here?.to ? this.#here.point : null }
  }

  cursor(): string {
    return 'crosshair'
  }
}
