/** The annotations of an image while they are edited: operations, undo steps, selection, hidden and locked ones. */
import type { Annotation, AnnotationType } from '../../../../../shared/domain/annotation.ts'
import { OUTLINE_FIELDS } from '../outline/outline.ts'
import { applied, isEqual } from './operations.ts'

/** `pending` is a proposal of a model, until a person accepts, corrects or rejects it. */
type Review = 'none' | 'pending' | 'accepted' | 'corrected' | 'rejected'

/** An annotation as the API has it; fields that the canvas does not know are kept. */
export type Labelled = Annotation & {
  review?: Review
  /** Annotations are drawn in ascending order. */
  z?: number
}

/** A class, the type of its annotations, and its colour as #rrggbb. */
export interface LabelClass {
  name: string
  /** Null for a class that annotations of every type may have. */
  type: AnnotationType | null
  color: string
}

/** Fields to set; null removes an optional one. */
export type Fields = { [K in Exclude<keyof Labelled, 'id'>]?: Labelled[K] | null }

/** A finished change of one annotation. */
export type Operation =
  | { action: 'create'; id: string; fields: Omit<Labelled, 'id'> }
  | { action: 'update'; id: string; fields: Fields }
  | { action: 'delete'; id: string }

export const isPending = ({ review }: Labelled): boolean => review === 'pending'

/** Rejected annotations stay in the history of the image and are not drawn. */
export const isRejected = ({ review }: Labelled): boolean => review === 'rejected'

/** Adds to a person's change that a proposal was corrected by it. */
export const corrected = (annotation: Labelled, fields: Fields): Fields =>
  isPending(annotation) && (fields.name !== undefined || OUTLINE_FIELDS.some((field) => fields[field] !== undefined))
    ? { ...fields, review: 'corrected' }
    : fields

export interface Change {
  /** Ids of annotations that were created, changed or deleted. */
  annotations: ReadonlySet<string>
  selection: boolean
  /** True when annotations were hidden, shown, locked or unlocked. */
  flags: boolean
}

export interface GestureOptions {
  /** Consecutive gestures with the same text form one undo step, as the repeats of a held key. */
  merge?: string
  /** Selects these annotations afterwards. */
  select?: readonly string[]
}

interface Step {
  inverse: Operation[]
  /** Reverts the inverse. */
  forward: Operation[]
  merge: string | undefined
}

export const MAX_UNDO_STEPS = 200
const NO_IDS: ReadonlySet<string> = new Set()

export class LabellingDocument {
  readonly #byId = new Map<string, Labelled>()
  readonly #onOperations: (operations: Operation[]) => void
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #past: Step[] = []
  readonly #future: Step[] = []
  #ordered: readonly Labelled[] | null = null
  #ranks: { of: readonly Labelled[]; ranks: ReadonlyMap<string, number> } | null = null
  #selection = NO_IDS
  #hidden = NO_IDS
  #locked = NO_IDS

  /**
   * @param annotations in drawing order; they get their index as `z` if they all have the same, or none
   * @param onOperations called with the operations of each finished gesture, undo and redo
   */
  constructor(annotations: readonly Labelled[], onOperations: (operations: Operation[]) => void = () => {}) {
    this.#onOperations = onOperations
    this.#fill(annotations)
  }

  get selection(): ReadonlySet<string> {
    return this.#selection
  }

  get hidden(): ReadonlySet<string> {
    return this.#hidden
  }

  get locked(): ReadonlySet<string> {
    return this.#locked
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  get(id: string): Labelled | undefined {
    return this.#byId.get(id)
  }

  /** The annotations that are not rejected, in drawing order. The same array is returned until one of them changes. */
  get ordered(): readonly Labelled[] {
    this.#ordered ??= [...this.#byId.values()].filter((a) => !isRejected(a)).sort((a, b) => (a.z ?? 0) - (b.z ?? 0))
    return this.#ordered
  }

  /** The place of an annotation in the drawing order; -1 for one that is not drawn. */
  rankOf(id: string): number {
    const { ordered } = this
    if (this.#ranks?.of !== ordered) this.#ranks = { of: ordered, ranks: new Map(ordered.map((a, i) => [a.id, i])) }
    return this.#ranks.ranks.get(id) ?? -1
  }

  /** The selected annotations, in drawing order. */
  get selected(): readonly Labelled[] {
    return this.#selection.size === 0 ? [] : this.ordered.filter(({ id }) => this.#selection.has(id))
  }

  /** The `z` of an annotation above all others. */
  get topZ(): number {
    let top = -1
    for (const { z } of this.#byId.values()) top = Math.max(top, z ?? 0)
    return top + 1
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Applies the operations of one gesture as one undo step, and emits them. */
  gesture(operations: readonly Operation[], { merge, select }: GestureOptions = {}): void {
    const { done, inverse } = applied(this.#byId, operations)
    if (done.length > 0) {
      const last = this.#past.at(-1)
      if (last && merge !== undefined && last.merge === merge) {
        last.inverse.unshift(...inverse)
        last.forward.push(...done)
      } else this.#past.push({ inverse, forward: done, merge })
      if (this.#past.length > MAX_UNDO_STEPS) this.#past.shift()
      this.#future.length = 0
    }
    this.#finish(done, select)
  }

  /** Reverts the last step. Parts of it that another person's change made impossible are skipped. */
  undo(): boolean {
    return this.#travel(this.#past, this.#future, 'inverse')
  }

  redo(): boolean {
    return this.#travel(this.#future, this.#past, 'forward')
  }

  #travel(from: Step[], to: Step[], way: 'inverse' | 'forward'): boolean {
    const step = from.pop()
    if (!step) return false
    to.push({ ...step, merge: undefined })
    const { done } = applied(this.#byId, step[way])
    this.#finish(done, [...new Set(done.map(({ id }) => id))])
    return true
  }

  #finish(done: Operation[], select: readonly string[] | undefined): void {
    this.#ordered = null
    const selected = (select ?? [...this.#selection]).filter((id) => this.#isShown(id))
    const selection = this.#setSelection(selected)
    if (done.length > 0) this.#onOperations(done)
    this.#emit({ annotations: new Set(done.map(({ id }) => id)), selection, flags: false })
  }

  /** Takes over annotations from elsewhere, as from the server, without an undo step and without emitting operations. */
  replace(annotations: readonly Labelled[]): void {
    const before = new Map(this.#byId)
    this.#byId.clear()
    this.#fill(annotations)
    const changed = new Set<string>()
    for (const [id, now] of this.#byId) if (!isEqual(before.get(id), now)) changed.add(id)
    for (const id of before.keys()) if (!this.#byId.has(id)) changed.add(id)
    if (changed.size === 0) return
    this.#ordered = null
    const selection = this.#setSelection([...this.#selection].filter((id) => this.#isShown(id)))
    this.#emit({ annotations: changed, selection, flags: false })
  }

  select(ids: readonly string[]): void {
    const selection = this.#setSelection(ids.filter((id) => this.#isShown(id)))
    this.#emit({ annotations: NO_IDS, selection, flags: false })
  }

  hide(ids: readonly string[], hidden: boolean): void {
    this.#hidden = flagged(this.#hidden, ids, hidden)
    this.#emit({ annotations: NO_IDS, selection: false, flags: true })
  }

  /** Locked annotations can be selected in the list, and are not hit by the pointer. */
  lock(ids: readonly string[], locked: boolean): void {
    this.#locked = flagged(this.#locked, ids, locked)
    this.#emit({ annotations: NO_IDS, selection: false, flags: true })
  }

  #isShown(id: string): boolean {
    const annotation = this.#byId.get(id)
    return annotation !== undefined && !isRejected(annotation)
  }

  /** Returns true when the selection changed. */
  #setSelection(ids: readonly string[]): boolean {
    if (ids.length === this.#selection.size && ids.every((id) => this.#selection.has(id))) return false
    this.#selection = new Set(ids)
    return true
  }

  #fill(annotations: readonly Labelled[]): void {
    const isOrdered = annotations.some(({ z }) => (z ?? 0) !== (annotations[0]?.z ?? 0))
    annotations.forEach((annotation, i) => {
      const z = isOrdered ? (annotation.z ?? i) : i
      this.#byId.set(annotation.id, annotation.z === z ? annotation : { ...annotation, z })
    })
  }

  #emit(change: Change): void {
    if (change.annotations.size === 0 && !change.selection && !change.flags) return
    for (const listener of [...this.#listeners]) listener(change)
  }
}

function flagged(before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (on) after.add(id)
    else after.delete(id)
  }
  return after
}
