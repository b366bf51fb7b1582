/** The keys of a tree according to the ARIA authoring practices; other keys pass on to the editor's commands. */
import { type KeyboardEvent, useRef } from 'react'
import { useDocument, useSession } from '../session/editor-context.ts'
import { cutWires, type ListName } from './item-actions.ts'
import { titleOfItem } from './item-text.ts'
import { typedAhead } from './rows.ts'
import { idOf, type Tree } from './use-tree.ts'

interface TreeActs {
  openList(list: ListName): void
  openSettings(): void
  rename(): void
}

/** After this pause a letter starts a new search. */
const TYPING_MS = 700

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
