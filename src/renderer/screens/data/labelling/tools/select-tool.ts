/** Selects, moves and resizes shapes, and edits their vertices. */
import { corrected, type Labelled, type Operation } from '../document/document.ts'
import { deeper } from '../document/shape-index.ts'
import { BOX_HANDLES, type BoxHandle, handleCursor, handlePoint, resizedBox } from '../outline/box-handles.ts'
import { nearestEdge, nearestVertex } from '../outline/hit.ts'
import {
  boundsOf,
  boundsOfPoints,
  distance,
  movedWithin,
  type Outline,
  outlineOf,
  type Point,
  rounded,
  stepWithin,
  union,
  type VertexAt,
  withInserted,
  withoutVertex,
  withVertex,
} from '../outline/outline.ts'
import { type Draft, isTakeable, NO_DRAFT, type Press, placed, type Tool, type ToolContext } from './tool.ts'

/** What the pointer would take. */
type Grip =
  | { on: 'handle'; shape: Labelled; handle: BoxHandle }
  | { on: 'vertex'; shape: Labelled; at: VertexAt }
  | { on: 'edge'; shape: Labelled; at: VertexAt; point: Point }
  | { on: 'shape'; hits: readonly Labelled[] }
  | { on: 'nothing' }

type Held =
  | { does: 'resize'; shape: Labelled; handle: BoxHandle }
  | { does: 'vertex'; shape: Labelled; outline: Outline; at: VertexAt; inserts: boolean }
  | { does: 'move'; shapes: readonly Labelled[]; from: Point; deeper: string | null }
  | { does: 'marquee'; from: Point; before: readonly string[] }

export class SelectTool implements Tool {
  readonly #context: ToolContext
  #held: Held | null = null
  #from: Point | null = null
  /** True once the pointer has left the place of the press. */
  #dragged = false
  /** True between a press on nothing and its release. */
  #pans = false
  #changed: readonly Labelled[] = []
  #grip: Grip = { on: 'nothing' }
  #snap: Point | null = null
  #marquee: Draft['marquee'] = null

  constructor(context: ToolContext) {
    this.#context = context
  }

  down(press: Press) {
    const { document } = this.#context
    const grip = this.#gripAt(press)
    this.#grip = grip
    this.#from = press.at
    this.#dragged = false
    this.#pans = false
    if (grip.on === 'handle') this.#held = { does: 'resize', shape: grip.shape, handle: grip.handle }
    else if (grip.on === 'vertex') {
      if (press.alt) return this.#removeVertex(grip.shape, grip.at)
      this.#held = { does: 'vertex', shape: grip.shape, outline: outlineOf(grip.shape), at: grip.at, inserts: false }
    } else if (grip.on === 'edge') {
      const outline = withInserted(outlineOf(grip.shape), grip.at, rounded(grip.point))
      this.#held = { does: 'vertex', shape: grip.shape, outline, at: grip.at, inserts: true }
      this.#changed = [{ ...grip.shape, ...outline }]
    } else if (grip.on === 'shape') this.#takeShape(grip.hits, press)
    else if (press.shift) this.#held = { does: 'marquee', from: press.at, before: [...document.selection] }
    else this.#pans = true
  }

  get pans(): boolean {
    return this.#pans
  }

  #takeShape(hits: readonly Labelled[], press: Press): void {
    const { document } = this.#context
    const selectedHit = hits.find(({ id }) => document.selection.has(id))
    if (press.shift) {
      const id = (hits[0] as Labelled).id
      const others = [...document.selection].filter((other) => other !== id)
      document.select(document.selection.has(id) ? others : [...others, id])
      return
    }
    if (!selectedHit) document.select([(hits[0] as Labelled).id])
    const next = selectedHit ? deeper(hits, selectedHit.id) : null
    const movable = this.#context.isEditable() ? document.selected.filter(({ id }) => !document.locked.has(id)) : []
    this.#held = { does: 'move', shapes: movable, from: press.at, deeper: next }
  }

  move(press: Press, held: boolean): void {
    if (!held || !this.#held) {
      this.#grip = this.#gripAt(press)
      this.#snap = null
      return
    }
    if (!this.#dragged && this.#from && distance(this.#from, press.at) < this.#context.reach() / 2) return
    this.#dragged = true
    this.#drag(this.#held, press)
  }

  #drag(held: Held, press: Press): void {
    const { image } = this.#context
    if (held.does === 'marquee') {
      this.#marquee = boundsOfPoints([held.from, press.at])
      return
    }
    if (held.does === 'move') {
      this.#changed = movedTogether(held.shapes, held.from, press.at, this.#context)
      return
    }
    const { point, to } = placed(this.#context, press, new Set([held.shape.id]))
    this.#snap = to ? point : null
    if (held.does === 'vertex') {
      this.#changed = [{ ...held.shape, ...withVertex(held.outline, held.at, point, image) }]
    } else if (held.shape.bounding_box) {
      const box = resizedBox(held.shape.bounding_box, held.handle, point, image)
      this.#changed = [{ ...held.shape, bounding_box: box }]
    }
  }

  up(press: Press): void {
    const { document, index } = this.#context
    const held = this.#held
    const changed = this.#changed
    const dragged = this.#dragged
    const marquee = this.#marquee
    const pans = this.#pans
    this.cancel()
    if (!held) {
      // The stage reports the release of a press on nothing only when the view did not move.
      if (pans) document.select([])
      return
    }
    if (held.does === 'marquee') {
      const takes = isTakeable(this.#context)
      const inside = marquee
        ? index
            .inside(marquee)
            .flatMap((id) => document.get(id) ?? [])
            .filter(takes)
        : []
      document.select([...new Set([...held.before, ...inside.map(({ id }) => id)])])
    } else if (dragged || (held.does === 'vertex' && held.inserts)) {
      document.gesture(changed.map((shape) => geometryUpdate(document.get(shape.id) ?? shape, shape)))
    } else if (held.does === 'move' && held.deeper !== null) document.select([held.deeper])
    this.#grip = this.#gripAt(press)
  }

  #removeVertex(shape: Labelled, at: VertexAt) {
    const outline = withoutVertex(outlineOf(shape), at)
    if (!outline) return this.#context.refuse('tooFewVertices')
    this.#context.document.gesture([{ action: 'update', id: shape.id, fields: corrected(shape, outline) }])
    this.#grip = { on: 'nothing' }
  }

  /** Handles and vertices of the only selected shape come first, then the shapes below the pointer. */
  #gripAt(press: Press): Grip {
    const { document, index } = this.#context
    const reach = this.#context.reach()
    const takes = isTakeable(this.#context)
    const [shape, ...more] = document.selected
    if (shape && more.length === 0 && takes(shape) && !press.shift && this.#context.isEditable()) {
      const grip = gripOf(shape, press.at, reach)
      if (grip) return grip
    }
    const hits = index.at(press.at, reach, takes)
    return hits.length > 0 ? { on: 'shape', hits } : { on: 'nothing' }
  }

  /** The shape that a press would take; none over the selected one, which a drag moves. */
  #hovered(hits: readonly Labelled[]): string[] {
    const { selection } = this.#context.document
    return hits.some(({ id }) => selection.has(id)) ? [] : hits.slice(0, 1).map(({ id }) => id)
  }

  #moves(hits: readonly Labelled[]): boolean {
    const { document, isEditable } = this.#context
    return isEditable() && hits.some(({ id }) => document.selection.has(id))
  }

  finish(): boolean {
    return false
  }

  back(): boolean {
    return false
  }

  cancel(): boolean {
    const had = this.#held !== null
    this.#held = null
    this.#from = null
    this.#dragged = false
    this.#pans = false
    this.#changed = []
    this.#snap = null
    this.#marquee = null
    return had
  }

  draft(): Draft {
    const grip = this.#grip
    const idle = this.#held === null
    return {
      ...NO_DRAFT,
      changed: this.#changed,
      hover: idle && grip.on === 'shape' ? this.#hovered(grip.hits) : [],
      ghost: idle && grip.on === 'edge' ? grip.point : null,
      snap: this.#snap,
      marquee: this.#marquee,
    }
  }

  cursor(): string {
    const grip = this.#grip
    switch (grip.on) {
      case 'handle':
        return handleCursor(grip.handle)
      case 'vertex':
      case 'edge':
        return 'pointer'
      case 'shape':
        return this.#moves(grip.hits) ? 'move' : 'pointer'
      case 'nothing':
        return this.#held?.does === 'marquee' ? 'crosshair' : 'default'
    }
  }
}

function gripOf(shape: Labelled, p: Point, reach: number): Grip | null {
  const { bounding_box: box, keypoint } = shape
  if (keypoint) return null
  if (box) {
    const near = BOX_HANDLES.map((handle) => ({ handle, away: distance(handlePoint(box, handle), p) }))
      .filter(({ away }) => away <= 1.2 * reach)
      .sort((a, b) => a.away - b.away)[0]
    return near ? { on: 'handle', shape, handle: near.handle } : edgeHandle(shape, p, reach)
  }
  const vertex = nearestVertex(shape, p, 1.2 * reach)
  if (vertex) return { on: 'vertex', shape, at: vertex }
  const edge = nearestEdge(shape, p, 0.8 * reach)
  return edge && { on: 'edge', shape, at: edge.before, point: edge.point }
}

/** A whole side of a box resizes it, as its handle does. */
function edgeHandle(shape: Labelled, p: Point, reach: number): Grip | null {
  const edge = nearestEdge(shape, p, 0.6 * reach)
  if (!edge) return null
  // The edge before corner 1 is the top, before corner 2 the right, 3 the bottom, 4 the left.
  const sides: BoxHandle[] = [
    { x: 0, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
  ]
  const handle = sides[edge.before.index - 1]
  return handle ? { on: 'handle', shape, handle } : null
}

/** Moves shapes by the same step, as far as all of them stay in the image. */
function movedTogether(shapes: readonly Labelled[], from: Point, to: Point, { image }: ToolContext): Labelled[] {
  const [first, ...others] = shapes.map(boundsOf)
  if (!first) return []
  const step = stepWithin(others.reduce(union, first), rounded({ x: to.x - from.x, y: to.y - from.y }), image)
  return shapes.map((shape) => ({ ...shape, ...movedWithin(outlineOf(shape), step, image) }))
}

const geometryUpdate = (before: Labelled, after: Labelled): Operation => ({
  action: 'update',
  id: after.id,
  fields: corrected(before, outlineOf(after)),
})
