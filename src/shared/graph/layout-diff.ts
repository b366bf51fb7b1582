/** Compares two layouts of a graph: names and switches of blocks, positions, notes and groups. */
import { own } from '../domain/own.ts'
import type { Layout, NodeSwitch } from './graph.ts'

export interface Change<T> {
  id: string
  /** Undefined when it was added. */
  before: T | undefined
  /** Undefined when it was removed. */
  after: T | undefined
}

export interface LayoutDiff {
  titles: readonly Change<string>[]
  switches: readonly Change<NodeSwitch>[]
  notes: readonly Change<NonNullable<Layout['notes']>[string]>[]
  frames: readonly Change<NonNullable<Layout['frames']>[string]>[]
  /** Ids of blocks whose position changed. */
  moved: readonly string[]
}

const NONE: Layout = { nodes: {} }

/** `ids` are the blocks that both graphs have: changes of an added or removed block are reported with that block. */
export function diffLayouts(before: Layout | null, after: Layout | null, ids: ReadonlySet<string>): LayoutDiff {
  const [a, b] = [before ?? NONE, after ?? NONE]
  const ofBlocks = <T>(all: readonly Change<T>[]) => all.filter((c) => ids.has(c.id))
  return {
    titles: ofBlocks(changes(a.titles, b.titles)),
    switches: ofBlocks(changes(a.switches, b.switches)),
    notes: changes(a.notes, b.notes),
    frames: changes(a.frames, b.frames),
    // A block without an earlier position was placed by the editor: nobody moved it.
    moved: ofBlocks(changes(a.nodes, b.nodes))
      .filter((c) => c.before && c.after)
      .map((c) => c.id),
  }
}

export const countLayoutChanges = ({ titles, switches, notes, frames, moved }: LayoutDiff): number =>
  titles.length + switches.length + notes.length + frames.length + (moved.length > 0 ? 1 : 0)

function changes<T>(before: Record<string, T> = {}, after: Record<string, T> = {}): Change<T>[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return ids.flatMap((id) => {
    const [was, is] = [own(before, id), own(after, id)]
    return same(was, is) ? [] : [{ id, before: was, after: is }]
  })
}

/** Compares by value; the order of fields does not matter. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return (
    keys.length === others.length &&
    keys.every((k) => Object.hasOwn(b, k) && same((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k]))
  )
}
