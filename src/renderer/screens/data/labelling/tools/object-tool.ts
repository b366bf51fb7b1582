/**
 * Outlines an object by a segmenter: from a click on it, or a box around it. Further clicks add places of the object,
 * clicks with Alt places beside it. The outline is a draft until it is finished.
 */
import type { BoundingBox } from '../../../../../shared/domain/annotation.ts'
import type { Labelled } from '../document/document.ts'
import { boundsOfPoints, boxOf, cornersOf, distance, type Point } from '../outline/outline.ts'
import {
  create,
  type Draft,
  type FoundObject,
  NO_DRAFT,
  newShape,
  type Press,
  placed,
  type Tool,
  type ToolContext,
} from './tool.ts'

interface Place {
  at: Point
  /** False for a place beside the object. */
  isInside: boolean
}

export class ObjectTool implements Tool {
  readonly #context: ToolContext
  #places: Place[] = []
  #box: BoundingBox | null = null
  /** Where the pointer was pressed, and where it is. */
  #from: Point | null = null
  #here: Point | null = null
  #found: FoundObject | null = null
  /** Number of the latest search: an earlier one that ends later is ignored. */
  #search = 0

  constructor(context: ToolContext) {
    this.#context = context
  }

  down(press: Press) {
    const { className, outliner, refuse } = this.#context
    if (className() === null) return refuse('noClass')
    if (!outliner) return refuse('noOutliner')
    this.#from = placed(this.#context, press).point
    this.#here = this.#from
  }

  move(press: Press): void {
    this.#here = placed(this.#context, press).point
  }

  up(press: Press): void {
    const from = this.#from
    this.#from = null
    if (!from) return
    const to = placed(this.#context, press).point
    if (distance(from, to) < this.#context.reach() / 2) {
      // A place beside an object needs the object first.
      if (press.alt && this.#places.length === 0) {
        this.#context.refuse('noObjectYet')
        return
      }
      this.#box = null
      this.#places.push({ at: from, isInside: !press.alt })
    } else {
      this.#box = boxOf(boundsOfPoints([from, to]))
      this.#places = []
    }
    void this.#outline()
  }

  async #outline(): Promise<void> {
    const { className, outliner, refuse, redraw } = this.#context
    const name = className()
    const search = ++this.#search
    if (name === null || !outliner || (this.#places.length === 0 && !this.#box)) {
      this.#found = null
      return
    }
    const of = (isInside: boolean) => this.#places.filter((place) => place.isInside === isInside).map(({ at }) => at)
    const prompt = this.#box ? { box: this.#box } : { inside: of(true), outside: of(false) }
    const found = await outliner.outline(prompt, name)
    if (search !== this.#search) return
    this.#found = found
    if (!found) refuse('noObject')
    redraw()
  }

  finish(): boolean {
    const shape = this.#shape()
    if (!shape) return false
    this.cancel()
    create(this.#context, { ...shape, id: this.#context.newId() })
    return true
  }

  back(): boolean {
    if (this.#box) return this.cancel()
    const had = this.#places.pop() !== undefined
    if (had) void this.#outline()
    return had
  }

  cancel(): boolean {
    const had = this.#places.length > 0 || this.#box !== null || this.#from !== null
    this.#search++
    this.#places = []
    this.#box = null
    this.#from = null
    this.#found = null
    return had
  }

  #shape(): Labelled | null {
    const name = this.#context.className()
    if (!this.#found || name === null) return null
    const { box, polygon } = this.#found
    const isBox = this.#context.typeOf(name) === 'bbox' || !polygon
    return isBox
      ? newShape(this.#context, name, 'bbox', { bounding_box: box })
      : newShape(this.#context, name, 'polygon', { polygon })
  }

  draft(): Draft {
    const name = this.#context.className()
    if (name === null) return NO_DRAFT
    const shape = this.#shape()
    const marks = this.#places.map(({ at, isInside }, i) => ({
      id: `place ${i}`,
      name: isInside ? name : '',
      type: 'keypoint' as const,
      confidence: null,
      keypoint: at,
    }))
    const box = this.#from && this.#here ? boxOf(boundsOfPoints([this.#from, this.#here])) : this.#box
    const path = box && { points: cornersOf(box), closes: true, dashed: true, className: null }
    return { ...NO_DRAFT, path, changed: [...(shape ? [shape] : []), ...marks] }
  }

  cursor(): string {
    return 'crosshair'
  }
}
