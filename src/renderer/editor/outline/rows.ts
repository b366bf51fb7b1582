/** The tree as the list of rows that are on the screen, and where the keys lead in it. */
import type { OutlineItem } from './outline-tree.ts'

export interface OutlineRow {
  item: OutlineItem
  /** 1 at the root. */
  level: number
  /** Its place among its siblings, from 1. */
  position: number
  siblings: number
  parent: string | null
  /** Null where there is nothing below. */
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

/** Keys from the root to the item, itself last; empty when it is not in the tree. */
export function pathTo(items: readonly OutlineItem[], key: string): string[] {
  for (const item of items) {
    if (item.key === key) return [key]
    const below = pathTo(item.children, key)
    if (below.length > 0) return [item.key, ...below]
  }
  return []
}

/** The next row whose name begins with what was typed, from the row after `from` and around; -1 when none does. */
export function typedAhead(names: readonly string[], from: number, typed: string): number {
  const wanted = typed.toLowerCase()
  // The same letter again and again goes from one to the next; a word stays where it fits already.
  const same = [...wanted].every((c) => c === wanted[0])
  const start = same ? from + 1 : from
  const prefix = same ? (wanted[0] ?? '') : wanted
  for (let i = 0; i < names.length; i++) {
    const at = (start + i) % names.length
    if (names[at]?.toLowerCase().startsWith(prefix)) return at
  }
  return -1
}
