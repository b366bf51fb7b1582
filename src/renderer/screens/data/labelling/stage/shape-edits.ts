/** Changes of the selected shapes that need no pointer: each is one undo step and leaves locked shapes alone. */
import { corrected, type Fields, isPending, type Labelled, type Operation } from '../document/annotation.ts'
import type { LabellingDocument } from '../document/document.ts'
import { boundsOf, movedWithin, outlineOf, stepWithin } from '../outline/outline.ts'
import { type ImageSize, type Point, union } from '../outline/point.ts'

/** Methods return false when there is nothing to change. */
export class ShapeEdits {
  readonly #document: LabellingDocument
  readonly #image: ImageSize
  readonly #isReadOnly: () => boolean

  constructor(document: LabellingDocument, image: ImageSize, isReadOnly: () => boolean) {
    this.#document = document
    this.#image = image
    this.#isReadOnly = isReadOnly
  }

  /** The selected shapes that may be changed, in drawing order. */
  get shapes(): readonly Labelled[] {
    if (this.#isReadOnly()) return []
    return this.#document.selected.filter(({ id }) => !this.#document.locked.has(id))
  }

  #change(operationOf: (annotation: Labelled) => Operation): boolean {
    const { shapes } = this
    if (shapes.length > 0) this.#document.gesture(shapes.map(operationOf))
    return shapes.length > 0
  }

  delete(): boolean {
    return this.#change(({ id }) => ({ action: 'delete', id }))
  }

  setFields(fieldsOf: (annotation: Labelled) => Fields): boolean {
    return this.#change((a) => ({ action: 'update', id: a.id, fields: corrected(a, fieldsOf(a)) }))
  }

  /** Moves the shapes by pixels of the image; repeats form one undo step. */
  nudge(step: Point): boolean {
    const { shapes } = this
    const [first, ...others] = shapes.map(boundsOf)
    if (!first) return false
    const within = stepWithin(others.reduce(union, first), step, this.#image)
    const move = (a: Labelled): Operation => {
      const fields = corrected(a, movedWithin(outlineOf(a), within, this.#image))
      return { action: 'update', id: a.id, fields }
    }
    this.#document.gesture(shapes.map(move), { merge: `nudge ${shapes.map(({ id }) => id).join(' ')}` })
    return true
  }

  /** Draws the shapes above or below all others. */
  reorder(to: 'front' | 'back'): boolean {
    const { ordered, topZ } = this.#document
    let z = to === 'front' ? topZ : (ordered[0]?.z ?? 0) - this.shapes.length
    return this.#change(({ id }) => ({ action: 'update', id, fields: { z: z++ } }))
  }

  /** Accepts or rejects the selected proposals and selects the next one. Returns its id, or null when there is none. */
  review(verdict: 'accepted' | 'rejected'): { next: string | null } | null {
    const pending = this.shapes.filter(isPending)
    const last = pending.at(-1)
    if (!last) return null
    const { ordered } = this.#document
    const at = ordered.indexOf(last)
    const others = [...ordered.slice(at + 1), ...ordered.slice(0, at)]
    const next = others.find((a) => isPending(a) && !pending.includes(a))?.id ?? null
    const operations = pending.map(({ id }): Operation => ({ action: 'update', id, fields: { review: verdict } }))
    this.#document.gesture(operations, { select: next === null ? [] : [next] })
    return { next }
  }

  /** Accepts all proposals whose confidence reaches the threshold. */
  acceptFrom(threshold: number): boolean {
    if (this.#isReadOnly()) return false
    const sure = this.#document.ordered.filter((a) => isPending(a) && (a.confidence ?? 0) >= threshold)
    if (sure.length === 0) return false
    this.#document.gesture(sure.map(({ id }) => ({ action: 'update', id, fields: { review: 'accepted' } })))
    return true
  }

  toggleLock(): boolean {
    const { selection, locked } = this.#document
    const ids = [...selection]
    if (ids.length > 0) this.#document.lock(ids, !ids.every((id) => locked.has(id)))
    return ids.length > 0
  }

  selectAll(): boolean {
    const { ordered, hidden, locked } = this.#document
    this.#document.select(ordered.flatMap(({ id }) => (hidden.has(id) || locked.has(id) ? [] : id)))
    return true
  }

  /** Selects the next visible shape in drawing order, and returns its id; null at the end. */
  selectNext(by: 1 | -1): string | null {
    const { ordered, hidden, selection } = this.#document
    const shown = ordered.filter(({ id }) => !hidden.has(id))
    const at = shown.findIndex(({ id }) => selection.has(id))
    const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by]
    if (next) this.#document.select([next.id])
    return next?.id ?? null
  }
}
