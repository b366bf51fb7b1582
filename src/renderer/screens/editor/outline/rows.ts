/** Flattens the tree into the visible rows, and navigates among them. */
import type { OutlineItem } from './outline-tree.ts'

export interface OutlineRow {
  item: OutlineItem
  /** 1 at the root. */
  level: number
  /** Position among its siblings, from 1. */
  position: number
  siblings: number
  parent: string | null
  /** Null for a row without children. */
  expanded: boolean | null
}

export function rowsOf(items: readonly OutlineItem[], collapsed: ReadonlySet<string>): OutlineRow[] {
  const rows: OutlineRow[] = []
  const add = (list: readonly OutlineItem[], level: number, parent: string | null) => {
    for (const [i, item] of list.entries()) {
      const expanded = item.children.length === 0 ? null : !collapsed.has(item.key)
      rows.push({ item, level, position: i + 1, siblings: list.length, parent, expanded })
      if (expanded) add(item.children, level + 1, item.key)
    }
  }
  add(items, 1, null)
  return rows
}

/** Keys from the root to the item itself; empty when it is not in the tree. */
export function pathTo(items: readonly OutlineItem[], key: string): string[] {
  for (const item of items) {
    if (item.key === key) return [key]
    const below = pathTo(item.children, key)
    if (below.length > 0) return [item.key, ...below]
  }
  return []
}

/** Returns the next row whose name begins with the typed text, from the row after `from` and around; -1 for none. */
export function typedAhead(names: readonly string[], from: number, typed: string): number {
  const wanted = typed.toLowerCase()
  // The same letter repeated cycles through the matches; a longer text stays at a row that still matches.
  const same = [...wanted].every((c) => c === wanted[0])
  const start = same ? from + 1 : from
  const prefix = same ? (wanted[0] ?? '') : wanted
  for (let i = 0; i < names.length; i++) {
    const at = (start + i) % names.length
    if (names[at]?.toLowerCase().startsWith(prefix)) return at
  }
  return -1
}
