/** The block menu at the pointer: all blocks, or only those that fit the dropped wire. */
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { BLOCK_KINDS } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { texts } from '../../../texts/texts.ts'
import { findBlocks } from '../blocks/block-groups.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { kindsFitting, kindsFittingEdge } from '../document/wiring.ts'
import { useControls, useSession } from '../session/editor-context.ts'
import { type QuickAdd as QuickAddAt, setUi, useUi } from '../session/ui-store.ts'
import classes from './quick-add.module.css'

const WIDTH = 320
const HEIGHT = 340
const EDGE = 8

export function QuickAdd() {
  const at = useUi((s) => s.quickAdd)
  return at ? <QuickAddMenu key={`${at.screen.x},${at.screen.y}`} at={at} /> : null
}

function QuickAddMenu({ at }: { at: QuickAddAt }) {
  const { actions } = useControls()
  const { documents } = useSession()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const added = useRef(false)
  const fitting = useMemo(() => {
    const { graph } = documents.getState().doc
    if (at.edge !== undefined) return kindsFittingEdge(graph, at.edge)
    return at.end ? kindsFitting(graph, at.end) : BLOCK_KINDS
  }, [at, documents])
  const kinds = findBlocks(fitting, query)
  const chosen = kinds[Math.min(active, kinds.length - 1)]

  const close = () => setUi({ quickAdd: null })
  const add = (kind = chosen) => {
    if (!kind) return
    added.current = true
    close()
    if (at.edge !== undefined) actions.insertBlock(kind, at.edge)
    else actions.addBlock(kind, at.pointed ? { at: at.at, end: at.end } : { near: at.at, end: at.end })
    focusNode(documents.getState().selection.nodes[0])
  }

  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    input.current?.focus()
    const outside = (e: PointerEvent) => {
      if (!box.current?.contains(e.target as Node)) setUi({ quickAdd: null })
    }
    window.addEventListener('pointerdown', outside, true)
    return () => {
      window.removeEventListener('pointerdown', outside, true)
      if (!added.current) before?.focus?.({ preventScroll: true })
    }
  }, [])

  function onKeyDown(e: KeyboardEvent) {
    e.stopPropagation()
    if (e.key === 'Escape') close()
    else if (e.key === 'Enter') add()
    else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault()
      const step = e.key === 'ArrowDown' ? 1 : -1
      setActive((Math.min(active, kinds.length - 1) + step + kinds.length) % Math.max(1, kinds.length))
    } else if (e.key === 'Tab') {
      e.preventDefault()
      close()
    }
  }

  const left = Math.min(at.screen.x, window.innerWidth - WIDTH - EDGE)
  const top = Math.min(at.screen.y, window.innerHeight - HEIGHT - EDGE)
  return (
    <div
      ref={box}
      className={classes.menu}
      style={{ left, top, width: WIDTH, maxHeight: HEIGHT }}
      role="dialog"
      aria-label={at.end || at.edge ? texts.editor.canvas.quickAdd.fitting : texts.editor.canvas.quickAdd.add}
    >
      <div className={classes.search}>
        <IconSearch size={14} aria-hidden />
        <input
          ref={input}
          value={query}
          placeholder={
            at.end
              ? texts.editor.canvas.quickAdd.connectTo
              : at.edge
                ? texts.editor.canvas.quickAdd.insert
                : texts.editor.canvas.quickAdd.addSearch
          }
          role="combobox"
          aria-expanded
          aria-controls="quick-add-list"
          aria-activedescendant={chosen ? `quick-add-${chosen}` : undefined}
          aria-label={texts.editor.canvas.quickAdd.find}
          data-own-undo
          onChange={(e) => {
            setQuery(e.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="quick-add-list" className={classes.list} role="listbox" aria-label={texts.editor.canvas.quickAdd.blocks}>
        {kinds.map((kind, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search field above
          <div
            key={kind}
            id={`quick-add-${kind}`}
            role="option"
            tabIndex={-1}
            aria-selected={kind === chosen}
            className={classes.item}
            style={{ '--block': blockColor(kind) } as React.CSSProperties}
            onPointerMove={() => setActive(i)}
            onClick={() => add(kind)}
          >
            <span className={classes.icon}>
              <BlockIcon kind={kind} size={16} />
            </span>
            <span className={classes.words}>
              <b>{BLOCKS[kind].title}</b>
              <span>{BLOCKS[kind].summary}</span>
            </span>
          </div>
        ))}
        {kinds.length === 0 && <p className={classes.none}>{texts.editor.canvas.quickAdd.noMatches}</p>}
      </div>
    </div>
  )
}

/** React Flow keeps a new block hidden, and so unfocusable, until it has measured it. */
const MAX_FRAMES = 30

/** Focuses a block on the canvas, including one that was just added. */
function focusNode(id: string | undefined): void {
  if (id === undefined) return
  const before = document.activeElement
  const attempt = (framesLeft: number) => {
    requestAnimationFrame(() => {
      // A user who has started typing elsewhere keeps the focus there.
      const { activeElement } = document
      if (activeElement !== before && activeElement?.matches('input, textarea')) return
      const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
      node?.focus({ preventScroll: true })
      if (framesLeft > 1 && (!node || document.activeElement !== node)) attempt(framesLeft - 1)
    })
  }
  attempt(MAX_FRAMES)
}
