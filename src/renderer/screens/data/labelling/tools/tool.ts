/** A tool of the canvas: a state machine over pointer events and the keys that finish, shorten or cancel a gesture. */
import type { Annotation, AnnotationType, BoundingBox } from '../../../../../shared/domain/annotation.ts'
import type { Labelled, LabellingDocument } from '../document/document.ts'
import type { ShapeIndex } from '../document/shape-index.ts'
import { type Snapped, snap } from '../outline/hit.ts'
import { around, type Bounds, type ImageSize, inImage, type Outline, type Point, rounded } from '../outline/outline.ts'

/** What a tool shows on the active layer before its gesture is finished. */
interface DraftPath {
  points: readonly Point[]
  /** True for rings. */
  closes: boolean
  dashed: boolean
  /** Null for a line that belongs to no class, such as that of a split. */
  className: string | null
}

export interface Draft {
  /** New shapes, and changed ones that are drawn in place of the stored ones. */
  changed: readonly Labelled[]
  path: DraftPath | null
  /** Ids of shapes that a press would take. */
  hover: readonly string[]
  /** The place of a vertex that a press would insert. */
  ghost: Point | null
  /** The place to which the pointer snaps. */
  snap: Point | null
  marquee: Bounds | null
}

export const NO_DRAFT: Draft = { changed: [], path: null, hover: [], ghost: null, snap: null, marquee: null }

/** True when the draft shows nothing. */
export const isEmpty = ({ changed, path, hover, ghost, snap, marquee }: Draft): boolean =>
  changed.length === 0 && hover.length === 0 && !path && !ghost && !snap && !marquee

export const TOOLS = [
  'select',
  'box',
  'extremes',
  'polygon',
  'polyline',
  'keypoint',
  'object',
  'cut',
  'split',
  'merge',
] as const
export type ToolName = (typeof TOOLS)[number]

/** The types of annotations that a tool draws, the usual one first. */
export const DRAWS: Partial<Record<ToolName, readonly [AnnotationType, ...AnnotationType[]]>> = {
  box: ['bbox'],
  extremes: ['bbox'],
  polygon: ['polygon'],
  polyline: ['polyline'],
  keypoint: ['keypoint'],
  object: ['polygon', 'bbox'],
}

/** Places of an object and beside it, or a box around it. Pixels of the image. */
export type ObjectPrompt = { inside: readonly Point[]; outside: readonly Point[] } | { box: BoundingBox }

/** The bounds of an object, and its outline if the segmenter found one. */
export interface FoundObject {
  box: BoundingBox
  polygon?: NonNullable<Annotation['polygon']>
}

/** Finds the outlines of objects. */
export interface Outliner {
  /** Resolves to null when there is no object, or when the search failed. */
  outline(prompt: ObjectPrompt, className: string): Promise<FoundObject | null>
}

export interface Press {
  /** The place in the image; outside it where the pointer is. */
  at: Point
  /** True while Ctrl or Command is down: the place snaps. */
  snaps: boolean
  alt: boolean
  shift: boolean
  /** 2 for the second press of a double click. */
  clicks: number
}

/** Reasons why a gesture had no effect, for a sentence on the screen. */
export type Refusal =
  | 'noPolygon'
  | 'notCut'
  | 'notSplit'
  | 'tooFewToMerge'
  | 'tooFewVertices'
  | 'noClass'
  | 'noOutliner'
  | 'noObject'
  | 'noObjectYet'

export interface ToolContext {
  document: LabellingDocument
  index: ShapeIndex
  image: ImageSize
  /** Pixels of the image within which the pointer hits something. */
  reach(): number
  /** The class of the next shape; null when there is none for this tool. */
  className(): string | null
  /** The type of a class’s annotations; null when they may have any. */
  typeOf(className: string): AnnotationType | null
  /** Null where nothing can outline objects. */
  outliner: Outliner | null
  /** Draws the draft again. */
  redraw(): void
  newId(): string
  /** False when shapes can only be selected. */
  isEditable(): boolean
  refuse(reason: Refusal): void
}

export interface Tool {
  /** True after a press on nothing: the stage moves the view with the pointer until it is released. */
  readonly pans?: boolean
  down(press: Press): void
  /** `held` is true between a press and its release. */
  move(press: Press, held: boolean): void
  up(press: Press): void
  /** Finishes the shape: Enter. Returns false when there is nothing to finish. */
  finish(): boolean
  /** Removes the last vertex: Backspace. Returns false when there is none. */
  back(): boolean
  /** Cancels the gesture: Escape. Returns false when there is none. */
  cancel(): boolean
  draft(): Draft
  cursor(): string
}

/** Returns the place of a press in the image, snapped to shapes that are not in `except` while the snap key is down. */
export function placed(context: ToolContext, press: Press, except: ReadonlySet<string> = new Set()): Snapped {
  const { document, index, image } = context
  if (!press.snaps) return { point: inImage(rounded(press.at), image), to: null }
  const reach = 1.5 * context.reach()
  const near = index
    .within(around(press.at, reach))
    .filter((id) => !except.has(id) && !document.hidden.has(id))
    .flatMap((id) => document.get(id) ?? [])
  const { point, to } = snap(press.at, near, image, reach)
  // A vertex is taken exactly, so that outlines meet in the same point.
  return { point: inImage(to === 'vertex' ? point : rounded(point), image), to }
}

/** Returns a new annotation of a class, above all others. */
export const newShape = (
  { document, newId }: ToolContext,
  className: string,
  type: AnnotationType,
  outline: Outline,
): Labelled => ({ id: newId(), name: className, type, confidence: null, z: document.topZ, ...outline })

/** Creates the shape as one gesture. It is not selected, so that a class key is for the next shape. */
export function create(context: ToolContext, shape: Labelled): void {
  const { id, ...fields } = shape
  context.document.gesture([{ action: 'create', id, fields }], { select: [] })
}

/** True when the pointer may take the annotation. */
export const isTakeable =
  ({ document }: ToolContext) =>
  ({ id }: Labelled): boolean =>
    !document.hidden.has(id) && !document.locked.has(id)
