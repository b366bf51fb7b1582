/** What a tool shows on the active layer before its gesture is finished. */
import type { Labelled } from '../document/annotation.ts'
import type { Bounds, Point } from '../outline/point.ts'

export interface DraftPath {
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
