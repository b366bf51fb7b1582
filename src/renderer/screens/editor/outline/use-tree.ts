/** The state of the outline: its rows, the row in focus, and the selection shared with the canvas. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { NOTHING, type Selection } from '../document/document-store.ts'
import { useDocument, useIssues, useSession } from '../session/editor-context.ts'
import { focusOutline } from '../side-panels/open-outline.ts'
import { placeOf } from './node-problems.ts'
import { blockKey, type OutlineItem, outlineOf } from './outline-tree.ts'
import { type OutlineRow, pathTo, rowsOf } from './rows.ts'

export interface Tree {
  rows: readonly OutlineRow[]
  /** Index of the row in the tab order; -1 in an empty tree. */
  at: number
  selected: ReadonlySet<string>
  /** Makes a row current and selects its item; `extend` selects the range from the start of the selection. */
  go(index: number, how?: { extend?: boolean; focus?: boolean }): void
  /** Goes to the row of a block, expanding its ancestors. */
  goToBlock(nodeId: string): void
  fold(key: string, folded: boolean): void
  /** Makes a row current that was focused from outside, as by a screen reader's cursor. */
  follow(element: Element): void
  /** For the element around the rows. */
  ref: React.RefObject<HTMLDivElement | null>
}

/** Returns the id of a row's block, note or group. */
export const idOf = (item: OutlineItem | undefined): string | null => (item && 'nodeId' in item ? item.nodeId : null)

export function useTree(): Tree {
  const { documents } = useSession()
  const doc = useDocument((s) => s.doc)
  const selection = useDocument((s) => s.selection)
  const issues = useIssues((s) => s.all)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [key, setKey] = useState<string | null>(null)
  const last = useRef(0)
  const anchor = useRef<string | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  /** The row that had the focus at the last render. */
  const held = useRef<string | null>(null)
  /** The row that should have the focus. */
  const meant = useRef<string | null>(null)

  const items = useMemo(
    () =>
      outlineOf(
        doc,
        issues.filter((i) => placeOf(doc, i) === null),
      ),
    [doc, issues],
  )
  const rows = useMemo(() => rowsOf(items, collapsed), [items, collapsed])
  const at = current(rows, items, key, last.current, selection)
  const selected = useMemo(() => new Set(selection.nodes), [selection])
  const currentKey = rows[at]?.item.key ?? null

  const element = (k: string | null) =>
    k === null ? null : (ref.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(k)}"]`) ?? null)

  useEffect(() => {
    last.current = Math.max(0, at)
    meant.current = currentKey
    const focused = document.activeElement
    // The focused row is gone with its block: the focus moves to the row at its position.
    const lost = held.current !== null && focused === document.body && !rows.some((r) => r.item.key === held.current)
    const row = element(currentKey)
    if (row && lost) row.focus()
    else if (row && !ref.current?.contains(focused)) row.scrollIntoView?.({ block: 'nearest' })
    held.current = ref.current?.contains(document.activeElement) ? currentKey : null
  })

  function select(index: number, extend: boolean) {
    const item = rows[index]?.item
    const id = idOf(item)
    if (!extend) {
      anchor.current = item?.key ?? null
      return documents.getState().select(id === null ? NOTHING : { nodes: [id], edges: [] })
    }
    const from = Math.max(
      0,
      rows.findIndex((r) => r.item.key === (anchor.current ?? currentKey)),
    )
    const between = rows.slice(Math.min(from, index), Math.max(from, index) + 1)
    const nodes = [...new Set(between.flatMap((r) => (r.item.sort === 'block' ? [r.item.nodeId] : [])))]
    documents.getState().select({ nodes, edges: [] })
  }

  const go: Tree['go'] = (index, { extend = false, focus = true } = {}) => {
    const row = rows[index]
    if (!row) return
    meant.current = row.item.key
    setKey(row.item.key)
    select(index, extend)
    if (focus) element(row.item.key)?.focus()
  }

  return {
    rows,
    at,
    selected,
    ref,
    go,
    follow: (focused) => {
      const to = focused.getAttribute('data-key')
      if (to !== null && to !== meant.current) {
        go(
          rows.findIndex((r) => r.item.key === to),
          { focus: false },
        )
      }
    },
    goToBlock: (nodeId) => {
      const target = blockKey(nodeId)
      const path = pathTo(items, target).slice(0, -1)
      setCollapsed((was) => new Set([...was].filter((k) => !path.includes(k))))
      setKey(target)
      anchor.current = target
      documents.getState().select({ nodes: [nodeId], edges: [] })
      focusOutline()
    },
    fold: (which, folded) =>
      setCollapsed((was) => (folded ? new Set([...was, which]) : new Set([...was].filter((k) => k !== which)))),
  }
}

/** Returns the row of the only selected item unless the current row shows it too; else the last row or its position. */
function current(
  rows: readonly OutlineRow[],
  items: readonly OutlineItem[],
  key: string | null,
  last: number,
  selection: Selection,
): number {
  const indexOf = (k: string) => rows.findIndex((r) => r.item.key === k)
  const index = key === null ? -1 : indexOf(key)
  const only = selection.nodes.length === 1 && selection.edges.length === 0 ? (selection.nodes[0] as string) : null
  if (only !== null && idOf(rows[index]?.item) !== only) {
    for (const sort of ['block', 'group', 'note']) {
      const visible = pathTo(items, `${sort}:${only}`).findLast((k) => indexOf(k) >= 0)
      if (visible !== undefined) return indexOf(visible)
    }
  }
  return index >= 0 ? index : Math.min(last, rows.length - 1)
}
