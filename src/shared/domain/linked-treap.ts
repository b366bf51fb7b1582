/**
 * A sequence that inserts items between any two others in O(log n), and knows both neighbours of each (Seidel and
 * Aragon 1996).
 */

export interface Place<T> {
  item: T
  before: Place<T> | null
  after: Place<T> | null
  /** Links of the tree, for internal use. */
  parent: Place<T> | null
  left: Place<T> | null
  right: Place<T> | null
  weight: number
}

export class LinkedTreap<T> {
  #root: Place<T> | null = null
  #first: Place<T> | null = null

  /** The last place whose item comes before the requested point; null when there is none. */
  lastBefore(isBefore: (item: T) => boolean): Place<T> | null {
    let found: Place<T> | null = null
    for (let at = this.#root; at; ) {
      if (isBefore(at.item)) {
        found = at
        at = at.right
      } else at = at.left
    }
    return found
  }

  /** Null puts the item first. */
  insertAfter(before: Place<T> | null, item: T): Place<T> {
    const after = before ? before.after : this.#first
    // Random, so that no caller can choose an order that makes the tree deep.
    const place: Place<T> = { item, before, after, parent: null, left: null, right: null, weight: Math.random() }
    if (before) before.after = place
    else this.#first = place
    if (after) after.before = place
    if (before && !before.right) {
      before.right = place
      place.parent = before
    } else if (after) {
      after.left = place
      place.parent = after
    } else this.#root = place
    while (place.parent && place.parent.weight < place.weight) this.#raise(place)
    return place
  }

  remove(place: Place<T>): void {
    for (;;) {
      const { left, right } = place
      const next = left && right ? (left.weight > right.weight ? left : right) : (left ?? right)
      if (!next) break
      this.#raise(next)
    }
    if (place.parent) this.#replaceChild(place.parent, place, null)
    else this.#root = null
    if (place.before) place.before.after = place.after
    else this.#first = place.after
    if (place.after) place.after.before = place.before
  }

  /** Rotates a place with its parent, which keeps the order. */
  #raise(place: Place<T>): void {
    const parent = place.parent as Place<T>
    const above = parent.parent
    const inner = parent.left === place ? place.right : place.left
    if (parent.left === place) {
      parent.left = inner
      place.right = parent
    } else {
      parent.right = inner
      place.left = parent
    }
    if (inner) inner.parent = parent
    parent.parent = place
    place.parent = above
    if (above) this.#replaceChild(above, parent, place)
    else this.#root = place
  }

  #replaceChild(parent: Place<T>, from: Place<T>, to: Place<T> | null): void {
    if (parent.left === from) parent.left = to
    else parent.right = to
  }
}
