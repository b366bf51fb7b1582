/** Replaces the outline of a selected annotation by that of the object in it. */
import type { StoreApi } from 'zustand/vanilla'
import { corrected, type Labelled, type LabellingDocument } from '../document/document.ts'
import { isEqual } from '../document/operations.ts'
import { boundsOf, boxOf, outlineOf } from '../outline/outline.ts'
import type { Outliner } from '../tools/tool.ts'
import type { ShapeEdits } from './shape-edits.ts'
import type { StageState } from './stage-state.ts'

export class ObjectFitting {
  readonly #document: LabellingDocument
  readonly #edits: ShapeEdits
  readonly #outliner: Outliner | null

  constructor(document: LabellingDocument, edits: ShapeEdits, outliner: Outliner | null) {
    this.#document = document
    this.#edits = edits
    this.#outliner = outliner
  }

  /** True for one box or polygon. */
  canFit([shape, ...more]: readonly Labelled[]): boolean {
    const hasArea = shape?.type === 'bbox' || shape?.type === 'polygon'
    return this.#outliner !== null && hasArea && more.length === 0
  }

  /**
   * Resolves to false when there was no object, or when the annotation was changed meanwhile. Returns null when not
   * exactly one box or polygon is selected that may be changed.
   */
  fit(): Promise<boolean> | null {
    const { shapes } = this.#edits
    const [shape] = shapes
    const outliner = this.#outliner
    if (!outliner || !shape || !this.canFit(shapes)) return null
    return outliner.outline({ box: boxOf(boundsOf(shape)) }, shape.name).then((found) => {
      const now = this.#document.get(shape.id)
      // Another gesture on its outline, or its deletion, is newer than this one; a save only replaces the object.
      if (!found || !now || !isEqual(outlineOf(now), outlineOf(shape))) return false
      if (shape.type === 'polygon' && !found.polygon) return false
      const fields = shape.type === 'bbox' ? { bounding_box: found.box } : { polygon: found.polygon }
      this.#document.gesture([{ action: 'update', id: shape.id, fields: corrected(now, fields) }])
      return true
    })
  }
}

/** Keeps in the state of the stage whether a search runs. */
export function counted(outliner: Outliner, state: StoreApi<StageState>): Outliner {
  let running = 0
  const count = (by: 1 | -1) => {
    running += by
    state.setState({ isOutlining: running > 0 })
  }
  return {
    async outline(prompt, className) {
      count(1)
      return outliner.outline(prompt, className).finally(() => count(-1))
    },
  }
}
