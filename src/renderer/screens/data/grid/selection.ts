/** The selection of images in a grid, by their indexes, as file managers have it. */
import { hasIndex, NO_RANGES, type Ranges, rangeOf, rangesWhere, toggled, union } from './ranges.ts'

export interface Selection {
  chosen: Ranges
  /** Where a range begins that Shift extends; -1 for none. */
  anchor: number
  /** The current image: keys start from it; -1 for none. */
  cursor: number
}

export interface Modifiers {
  shift: boolean
  /** Ctrl, or the command key. */
  ctrl: boolean
}

export const NOTHING: Selection = { chosen: NO_RANGES, anchor: -1, cursor: -1 }

const between = (a: number, b: number): Ranges => rangeOf(Math.min(a, b), Math.max(a, b) + 1)

/** A press on an image: alone it selects that image only, Shift selects up to it, Ctrl adds or removes it. */
export function pressed(selection: Selection, index: number, { shift, ctrl }: Modifiers): Selection {
  const anchor = selection.anchor < 0 ? index : selection.anchor
  if (shift) {
    const range = between(anchor, index)
    return { chosen: ctrl ? union(selection.chosen, range) : range, anchor, cursor: index }
  }
  if (ctrl) return { chosen: toggled(selection.chosen, index), anchor: index, cursor: index }
  return { chosen: rangeOf(index, index + 1), anchor: index, cursor: index }
}

/** A key that leads to an image: like a press, but Ctrl alone moves without changing the selection. */
export const steppedTo = (selection: Selection, index: number, modifiers: Modifiers): Selection =>
  modifiers.ctrl && !modifiers.shift ? { ...selection, cursor: index } : pressed(selection, index, modifiers)

export const allOf = (selection: Selection, count: number): Selection => ({
  ...selection,
  chosen: rangeOf(0, count),
})

/** A rectangle that was begun with this selection and touches these images; with Ctrl or Shift it adds them. */
export const dragged = (before: Selection, found: Ranges, { shift, ctrl }: Modifiers): Selection => ({
  ...before,
  chosen: shift || ctrl ? union(before.chosen, found) : found,
})

/** The same images after the list was read again; those that are gone leave the selection. */
export function carriedOver(selection: Selection, before: readonly string[], after: readonly string[]): Selection {
  if (before === after) return selection
  const ids = new Set<string>()
  for (const [start, end] of selection.chosen) for (let i = start; i < end; i++) ids.add(before[i] as string)
  const placeOf = (index: number) => (index < 0 ? -1 : after.indexOf(before[index] as string))
  const cursor = placeOf(selection.cursor)
  return {
    chosen: ids.size === 0 ? NO_RANGES : rangesWhere(after, (id) => ids.has(id)),
    anchor: placeOf(selection.anchor),
    // Where the current image is gone, the one that took its place is current.
    cursor: cursor < 0 ? Math.min(selection.cursor, after.length - 1) : cursor,
  }
}

export const isChosen = ({ chosen }: Selection, index: number): boolean => hasIndex(chosen, index)
