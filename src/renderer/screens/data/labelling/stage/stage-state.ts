/** The options of the stage, and the part of its state that its controls show. */
import type { LabelClass, Labelled, Operation } from '../document/document.ts'
import type { ImageSize, Point } from '../outline/outline.ts'
import type { Outliner, Refusal, ToolName } from '../tools/tool.ts'

export interface StageOptions {
  /** `url` of the upright image, and its size in pixels. */
  image: ImageSize & { url: string }
  classes: readonly LabelClass[]
  annotations: readonly Labelled[]
  readOnly: boolean
  onOperations(operations: Operation[]): void
  /** Null where nothing can outline objects. */
  outliner: Outliner | null
  /** Formats the label of an annotation. */
  labelOf(annotation: Labelled): string
}

export type StageRefusal = Refusal | 'otherType' | 'notFitted'

export interface StageState {
  tool: ToolName
  /** The class that the user chose last; a tool of another type uses the last one of its type. */
  className: string | null
  /** CSS pixels for each pixel of the image. */
  scale: number
  /** 1 for unchanged, as in CSS filters. */
  brightness: number
  contrast: number
  /** True when only the selected shapes are drawn. */
  hidesOthers: boolean
  image: 'loading' | 'shown' | 'failed'
  /** The reason why the last gesture had no effect, with a number that increases with each of them. */
  refusal: { reason: StageRefusal; count: number } | null
  /** Confidence from which all proposals are accepted at once, 0 to 1. */
  threshold: number
  /** True while the outline of an object is searched. */
  isOutlining: boolean
  /** The place of the crosshair in the image, if a key moved it there. */
  cross: Point | null
  canUndo: boolean
  canRedo: boolean
}

export const INITIAL_STATE: StageState = {
  tool: 'select',
  className: null,
  scale: 1,
  brightness: 1,
  contrast: 1,
  hidesOthers: false,
  image: 'loading',
  refusal: null,
  threshold: 0.5,
  isOutlining: false,
  cross: null,
  canUndo: false,
  canRedo: false,
}
