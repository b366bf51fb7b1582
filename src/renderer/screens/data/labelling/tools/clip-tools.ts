/** Cuts holes into polygons, splits them along a line, and merges several into one. */
import { corrected, type Labelled, type Operation } from '../document/document.ts'
import { merged, splitBy, withHole } from '../outline/clip.ts'
import { isInside } from '../outline/hit.ts'
import { boundsOf, boxOf, type Point, pathsOf, union } from '../outline/outline.ts'
import { PathTool } from './path-tool.ts'
import { type Draft, isTakeable, NO_DRAFT, type Press, type Tool, type ToolContext } from './tool.ts'

/** Returns the only selected polygon, or the smallest one that a point touches. */
function polygonAt(context: ToolContext, at: Point): Labelled | null {
  const { document, index } = context
  const [selected, ...more] = document.selected.filter((a) => a.polygon && isTakeable(context)(a))
  if (selected && more.length === 0) return selected
  const takes = isTakeable(context)
  return index.at(at, context.reach(), (a) => a.polygon !== undefined && takes(a))[0] ?? null
}

abstract class ClipTool extends PathTool {
  protected override readonly dashed = true
  #target: string | null = null

  protected get target(): Labelled | undefined {
    return this.#target === null ? undefined : this.context.document.get(this.#target)
  }

  protected override begins(press: Press): boolean {
    const polygon = polygonAt(this.context, press.at)
    this.#target = polygon?.id ?? null
    if (polygon) this.context.document.select([polygon.id])
    else this.context.refuse('noPolygon')
    return polygon !== null
  }

  protected override colorClass(): string | null {
    return null
  }
}

export class CutTool extends ClipTool {
  protected override readonly closes = true

  protected override done(points: Point[]) {
    const { target } = this
    if (!target) return
    const paths = withHole(pathsOf(target), points)
    if (!paths) return this.context.refuse('notCut')
    const fields = corrected(target, { polygon: { paths } })
    this.context.document.gesture([{ action: 'update', id: target.id, fields }], { select: [target.id] })
  }
}

export class SplitTool extends ClipTool {
  protected override readonly closes = false

  /** The line of two or more points that leaves the polygon divides it at once. */
  protected override added(): void {
    const { target, points } = this
    const end = points.at(-1)
    if (!target || !end || points.length < 2 || isInside(pathsOf(target), end)) return
    if (splitBy(pathsOf(target), points)) this.finish()
  }

  protected override done(points: Point[]) {
    const { target, context } = this
    const parts = target && splitBy(pathsOf(target), points)
    if (!target || !parts) return context.refuse('notSplit')
    const [first = [], ...others] = parts
    const { topZ } = context.document
    const created = others.map((paths, i): Labelled => {
      const outline = { polygon: { paths } }
      return { ...target, ...corrected(target, outline), ...outline, id: context.newId(), z: topZ + i } as Labelled
    })
    const operations: Operation[] = [
      { action: 'update', id: target.id, fields: corrected(target, { polygon: { paths: first } }) },
      ...created.map(({ id, ...fields }): Operation => ({ action: 'create', id, fields })),
    ]
    context.document.gesture(operations, { select: [target.id, ...created.map(({ id }) => id)] })
  }
}

/** True when annotations can become one: polygons of one class, or boxes of one class. */
export function canMerge(shapes: readonly Labelled[]): boolean {
  const [first] = shapes
  if (!first || shapes.length < 2 || (!first.polygon && !first.bounding_box)) return false
  return shapes.every(({ name, type }) => name === first.name && type === first.type)
}

/** Merges annotations into the first as one gesture: polygons into their union, boxes into the box around them. */
export function mergeShapes(context: ToolContext, shapes: readonly Labelled[]): boolean {
  const [first, ...others] = shapes
  if (!first || !canMerge(shapes)) return false
  const outline = first.polygon
    ? { polygon: { paths: merged(shapes.map(pathsOf)) } }
    : { bounding_box: boxOf(shapes.map(boundsOf).reduce(union)) }
  const operations: Operation[] = [
    { action: 'update', id: first.id, fields: corrected(first, outline) },
    ...others.map(({ id }): Operation => ({ action: 'delete', id })),
  ]
  context.document.gesture(operations, { select: [first.id] })
  return true
}

/** Collects shapes by clicks; Enter merges them. */
export class MergeTool implements Tool {
  readonly #context: ToolContext
  #hover: string | null = null

  constructor(context: ToolContext) {
    this.#context = context
  }

  #at(press: Press): Labelled | undefined {
    const takes = isTakeable(this.#context)
    return this.#context.index.at(
      press.at,
      this.#context.reach(),
      (a) => takes(a) && (a.polygon !== undefined || a.bounding_box !== undefined),
    )[0]
  }

  down(press: Press) {
    const { document } = this.#context
    const hit = this.#at(press)
    if (!hit) return document.select([])
    const others = [...document.selection].filter((id) => id !== hit.id)
    document.select(document.selection.has(hit.id) ? others : [...others, hit.id])
  }

  move(press: Press): void {
    this.#hover = this.#at(press)?.id ?? null
  }

  up(): void {}

  finish(): boolean {
    const { document } = this.#context
    if (document.selection.size === 0) return false
    if (!mergeShapes(this.#context, document.selected)) this.#context.refuse('tooFewToMerge')
    return true
  }

  back(): boolean {
    return false
  }

  cancel(): boolean {
    return false
  }

  draft(): Draft {
    return { ...NO_DRAFT, hover: this.#hover === null ? [] : [this.#hover] }
  }

  cursor(): string {
    return this.#hover === null ? 'default' : 'pointer'
  }
}
