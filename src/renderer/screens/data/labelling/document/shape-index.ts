/** Finds the annotations of a document near a place. */
import RBush from 'rbush'
import { touches } from '../outline/hit.ts'
import { around, type Bounds, boundsOf, contains, type Point, sizeOf } from '../outline/outline.ts'
import type { Labelled, LabellingDocument } from './document.ts'

interface Entry extends Bounds {
  id: string
}

/** Follows a document from its creation on. Rejected annotations are not found. */
export class ShapeIndex {
  readonly #document: LabellingDocument
  readonly #tree = new RBush<Entry>()
  readonly #entries = new Map<string, Entry>()

  constructor(document: LabellingDocument) {
    this.#document = document
    for (const annotation of document.ordered) this.#entries.set(annotation.id, entryOf(annotation))
    this.#tree.load([...this.#entries.values()])
  }

  /** Updates the given annotations. Returns the bounds that they had and have, for drawing them again. */
  update(ids: Iterable<string>): Bounds[] {
    const dirty: Bounds[] = []
    const shown = new Map<string, Labelled>()
    for (const id of ids) {
      const annotation = this.#document.get(id)
      if (annotation && annotation.review !== 'rejected') shown.set(id, annotation)
      const before = this.#entries.get(id)
      if (!before) continue
      dirty.push(before)
      this.#tree.remove(before)
      this.#entries.delete(id)
    }
    for (const [id, annotation] of shown) {
      const entry = entryOf(annotation)
      dirty.push(entry)
      this.#tree.insert(entry)
      this.#entries.set(id, entry)
    }
    return dirty
  }

  /** The ids of annotations whose bounds meet the given ones, in any order. */
  within(bounds: Bounds): string[] {
    return this.#tree.search(bounds).map(({ id }) => id)
  }

  /** The ids of annotations that lie inside the bounds as a whole. */
  inside(bounds: Bounds): string[] {
    return this.#tree
      .search(bounds)
      .filter((entry) => contains(bounds, entry))
      .map(({ id }) => id)
  }

  /** Annotations that a point touches, the smallest first, and of equal ones the upper first. */
  at(p: Point, reach: number, accepts: (annotation: Labelled) => boolean = () => true): Labelled[] {
    return this.#tree
      .search(around(p, 1.5 * reach))
      .flatMap(({ id }) => this.#document.get(id) ?? [])
      .filter((annotation) => accepts(annotation) && touches(annotation, p, reach))
      .map((annotation) => ({ annotation, size: sizeOf(annotation) }))
      .sort(
        (a, b) => a.size - b.size || this.#document.rankOf(b.annotation.id) - this.#document.rankOf(a.annotation.id),
      )
      .map(({ annotation }) => annotation)
  }
}

const entryOf = (annotation: Labelled): Entry => ({ ...boundsOf(annotation), id: annotation.id })

/** Returns the id below the current one among the hits, or the first; null when nothing was hit. */
export function deeper(hits: readonly Labelled[], current: string | null): string | null {
  const at = hits.findIndex(({ id }) => id === current)
  return hits[(at + 1) % Math.max(1, hits.length)]?.id ?? null
}
