/** The state of the outline: its rows, the row in focus, the selection shared with the canvas, and the keys. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { NOTHING, type Selection } from '../document/document-store.ts'
import { useDocument, useIssues, useSession } from '../session/editor-context.ts'
import { focusOutline } from '../side-panels/side-panels.tsx'
import { cutWires, type ListName } from './item-actions.ts'
import { titleOfItem } from './item-text.ts'
import {
  blockKey,
  type OutlineItem,
  type OutlineRow,
  outlineOf,
  pathTo,
  placeOf,
  rowsOf,
  typedAhead,
} from './outline-tree.ts'

interface Tree {
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

interface TreeActs {
  openList(list: ListName): void
  openSettings(): void
  rename(): void
}

/** After this pause a letter starts a new search. */
const TYPING_MS = 700

/** The keys of a tree according to the ARIA authoring practices; other keys pass on to the editor's commands. */
export function useTreeKeys(tree: Tree, { openList, openSettings, rename }: TreeActs) {
  const session = useSession()
  const doc = useDocument((s) => s.doc)
  const typing = useRef({ text: '', at: 0 })

  function typeAhead(letter: string) {
    const now = Date.now()
    const text = now - typing.current.at < TYPING_MS ? typing.current.text + letter : letter
    typing.current = { text, at: now }
    const names = tree.rows.map((r) => titleOfItem(doc, r.item))
    const found = typedAhead(names, tree.at, text)
    if (found >= 0) tree.go(found)
  }

  /** Returns true when the tree handled the key. */
  function act(e: KeyboardEvent): boolean {
    const { rows, at } = tree
    const row = rows[at]
    if (!row) return false
    const { item, expanded, parent, level } = row
    const plain = !e.ctrlKey && !e.metaKey && !e.altKey
    if ((e.key === 'F10' && e.shiftKey) || e.key === 'ContextMenu') {
      openList('actions')
      return true
    }
    if (!plain) return false
    switch (e.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const to = at + (e.key === 'ArrowDown' ? 1 : -1)
        if (rows[to]) tree.go(to, { extend: e.shiftKey })
        return true
      }
      case 'Home':
        tree.go(0, { extend: e.shiftKey })
        return true
      case 'End':
        tree.go(rows.length - 1, { extend: e.shiftKey })
        return true
      case 'ArrowRight':
        if (expanded === false) tree.fold(item.key, false)
        else if (expanded) tree.go(at + 1)
        return true
      case 'ArrowLeft':
        if (expanded) tree.fold(item.key, true)
        else if (parent !== null) tree.go(rows.findIndex((r) => r.item.key === parent))
        return true
      case '*':
        for (const r of rows) if (r.level === level) tree.fold(r.item.key, false)
        return true
      case 'Enter':
        if (item.sort === 'reference' || item.sort === 'member') tree.goToBlock(item.nodeId)
        else if (item.sort === 'heading') tree.fold(item.key, expanded === true)
        else if (item.sort === 'problem') openList('actions')
        else openSettings()
        return true
      case ' ':
        tree.go(at)
        return true
      case '+':
      case 'Insert':
        openList('add')
        return true
      case 'F2':
        rename()
        return true
      case 'Delete':
      case 'Backspace':
        if (item.sort !== 'reference') return false
        cutWires(session, item.from, item.nodeId)
        return true
      default:
        if (!/^[\p{L}\p{N}]$/u.test(e.key)) return false
        typeAhead(e.key)
        return true
    }
  }

  return (e: KeyboardEvent) => {
    if (act(e)) {
      e.preventDefault()
      return
    }
    // Commands act on the selection, so it must match the focused row.
    const id = idOf(tree.rows[tree.at]?.item)
    if (id !== null && !tree.selected.has(id)) tree.go(tree.at, { focus: false })
  }
}
