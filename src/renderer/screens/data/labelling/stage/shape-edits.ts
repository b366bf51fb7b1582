/** Changes of the selected shapes that need no pointer: each is one undo step and leaves locked shapes alone. */
import type { StoreApi } from 'zustand/vanilla'
import type { AnnotationType } from '../../../../../shared/domain/annotation.ts'
import {
  corrected,
  type Fields,
  isPending,
  type LabelClass,
  type Labelled,
  type LabellingDocument,
  type Operation,
} from '../document/document.ts'
import { boundsOf, type ImageSize, movedWithin, outlineOf, type Point, stepWithin, union } from '../outline/outline.ts'
import { DRAWS, type ToolName } from '../tools/tool.ts'
import type { StageState } from './stage-state.ts'

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

/** The colour of annotations whose class is not among the classes. */
const UNKNOWN_COLOR = '#a2a8b4'

/** The classes of the stage: their colours, and the class of the next shape. */
export class StageClasses {
  readonly #state: StoreApi<StageState>
  /** The last class that was chosen for each type. */
  readonly #last = new Map<AnnotationType, string>()
  #list: readonly LabelClass[] = []
  #byName: ReadonlyMap<string, LabelClass> = new Map()

  constructor(state: StoreApi<StageState>, classes: readonly LabelClass[]) {
    this.#state = state
    this.replace(classes)
  }

  get list(): readonly LabelClass[] {
    return this.#list
  }

  replace(classes: readonly LabelClass[]): void {
    this.#list = classes
    this.#byName = new Map(classes.map((c) => [c.name, c]))
    const { className } = this.#state.getState()
    if (className === null || !this.#byName.has(className))
      this.#state.setState({ className: classes[0]?.name ?? null })
  }

  readonly colorOf = (name: string): string => this.#byName.get(name)?.color ?? UNKNOWN_COLOR

  readonly typeOf = (name: string): AnnotationType | null => this.#byName.get(name)?.type ?? null

  /** True when annotations of the type may have the class. */
  fits(name: string, type: AnnotationType): boolean {
    const found = this.#byName.get(name)
    return found !== undefined && (found.type === null || found.type === type)
  }

  /** The class of the next shape that a tool draws; null when no class has its type. */
  nameFor(tool: ToolName): string | null {
    const types = DRAWS[tool]
    const { className } = this.#state.getState()
    if (types === undefined) return className
    const last = types.map((type) => this.#last.get(type))
    const candidates = [className, ...last, ...this.#list.map(({ name }) => name)]
    return candidates.find((name) => name != null && types.some((type) => this.fits(name, type))) ?? null
  }

  /** Makes it the class of the next shape. Returns the tool that draws it when the current one draws another type. */
  choose(name: string): ToolName | null {
    const chosen = this.#byName.get(name)
    if (!chosen) return null
    this.#state.setState({ className: name, refusal: null })
    if (chosen.type === null) return null
    this.#last.set(chosen.type, name)
    const types = DRAWS[this.#state.getState().tool]
    if (types === undefined || types.includes(chosen.type)) return null
    return chosen.type === 'bbox' ? 'box' : chosen.type
  }
}
