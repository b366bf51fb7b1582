/**
 * The palette of blocks. Drags a block out of it with mouse, pen or finger; a click adds it beside the selection. Uses pointer events
 * rather than HTML drag and drop: they behave the same everywhere, Escape cancels, and a real block is drawn under the
 * pointer.
 */
import { ScrollArea, TextInput, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type MouseEvent, type PointerEvent, type KeyboardEvent as ReactKeyboardEvent, useRef, useState } from 'react'
import { BLOCK_KINDS, type BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { Keys } from '../../../base/commands/keys.tsx'
import { texts } from '../../../texts/texts.ts'
import { BLOCK_GROUPS, findBlocks } from '../blocks/block-groups.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { dropEdgeForKind } from '../canvas/use-drag.ts'
import { useControls, useSession } from '../session/editor-context.ts'
import { setUi, uiStore, useUi } from '../session/ui-store.ts'
import { useCaps } from '../shortcuts.ts'
import { PALETTE_SEARCH_ID, PanelEdge, usePanelSize } from '../side-panels/side-panels.tsx'
import classes from './palette.module.css'

/** The palette of blocks: drag one onto the canvas, double-click it, or press Enter. */
export function Palette() {
  const { actions } = useControls()
  const toSearch = useCaps()('palette-search')
  const width = usePanelSize('palette')
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = findBlocks(BLOCK_KINDS, query)
  const groups =
    query.trim() === ''
      ? BLOCK_GROUPS
      : [
          {
            title: found.length === 0 ? texts.editor.palette.palette.noMatches : texts.editor.palette.palette.found,
            kinds: found,
          },
        ]

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
  function moveFocus(e: ReactKeyboardEvent) {
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    e.preventDefault()
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (at + step < 0) document.getElementById(PALETTE_SEARCH_ID)?.focus()
    else all[Math.min(at + step, all.length - 1)]?.focus()
  }

  return (
    <aside
      className={classes.palette}
      style={{ width }}
      aria-label={texts.editor.palette.palette.blocks}
      data-side-panel="palette"
    >
      <PanelEdge panel="palette" />
      <div className={classes.search}>
        <TextInput
          id={PALETTE_SEARCH_ID}
          aria-label={texts.editor.palette.palette.find}
          placeholder={texts.editor.palette.palette.find}
          value={query}
          data-own-undo
          leftSection={<IconSearch size={14} />}
          rightSection={query === '' && toSearch ? <Keys keys={toSearch} /> : null}
          onChange={(e) => setQuery(e.currentTarget.value)}
          onKeyDown={(e) => {
            const [first] = found
            if (e.key === 'Enter' && first) actions.addBlock(first)
            if (e.key === 'Escape') {
              if (query !== '') setQuery('')
              else e.currentTarget.blur()
            }
            moveFocus(e)
          }}
        />
      </div>
      <ScrollArea
        className={classes.list}
        classNames={{ scrollbar: classes.scrollbar }}
        viewportRef={list}
        scrollbarSize={8}
      >
        {groups.map(({ title, kinds }) => (
          <section key={title} className={classes.group} aria-label={title}>
            <h3>{title}</h3>
            {kinds.map((kind) => (
              <PaletteItem key={kind} kind={kind} onKeyDown={moveFocus} />
            ))}
          </section>
        ))}
      </ScrollArea>
    </aside>
  )
}

interface PaletteItemProps {
  kind: BlockKindName
  onKeyDown(e: ReactKeyboardEvent): void
}

function PaletteItem({ kind, onKeyDown }: PaletteItemProps) {
  const { title, summary, docs } = BLOCKS[kind]
  const drag = usePaletteDrag(kind)
  const dragging = useUi((s) => s.paletteDrag !== null)
  return (
    <Tooltip label={docs} disabled={dragging} position="right" multiline w={280} openDelay={650} withArrow>
      <button
        type="button"
        className={classes.item}
        style={{ '--block': blockColor(kind) } as React.CSSProperties}
        data-block={kind}
        aria-label={texts.editor.palette.palette.add(title, summary)}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <span className={classes.icon}>
          <BlockIcon kind={kind} size={17} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.summary}>{summary}</span>
        </span>
      </button>
    </Tooltip>
  )
}

const THRESHOLD = 4

interface Start {
  x: number
  y: number
  listening: AbortController
  edgeAt(x: number, y: number): string | null
}

function usePaletteDrag(kind: BlockKindName) {
  const { actions, camera } = useControls()
  const { documents } = useSession()
  const start = useRef<Start | null>(null)
  /** The click that follows a finished or cancelled drag is ignored. */
  const dragged = useRef(false)

  const end = () => {
    start.current?.listening.abort()
    start.current = null
    setUi({ paletteDrag: null, dropEdge: null })
  }
  const endOnEscape = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return
    e.stopPropagation()
    end()
  }

  return {
    onPointerDown: (e: PointerEvent<HTMLElement>) => {
      if (e.button !== 0) return
      dragged.current = false
      const listening = new AbortController()
      const edgeAt = dropEdgeForKind(documents.getState().doc.graph, kind)
      start.current = { x: e.clientX, y: e.clientY, listening, edgeAt }
      window.addEventListener('keydown', endOnEscape, { capture: true, signal: listening.signal })
      e.currentTarget.setPointerCapture(e.pointerId)
    },
    onPointerMove: (e: PointerEvent<HTMLElement>) => {
      if (!start.current) return
      const screen = { x: e.clientX, y: e.clientY }
      const begun = uiStore.getState().paletteDrag !== null
      if (!begun && Math.hypot(screen.x - start.current.x, screen.y - start.current.y) < THRESHOLD) return
      dragged.current = true
      const overCanvas = isOverCanvas(screen)
      const dropEdge = overCanvas ? start.current.edgeAt(screen.x, screen.y) : null
      setUi({ paletteDrag: { kind, screen, overCanvas }, dropEdge })
    },
    onPointerUp: (e: PointerEvent<HTMLElement>) => {
      const { paletteDrag: drag, dropEdge } = uiStore.getState()
      end()
      const screen = { x: e.clientX, y: e.clientY }
      if (!drag || !isOverCanvas(screen)) return
      if (dropEdge !== null) actions.insertBlock(kind, dropEdge, camera.toCanvas(screen))
      else actions.addBlock(kind, { at: camera.toCanvas(screen), loose: true })
    },
    onPointerCancel: end,
    onClick: ({ detail: clicks }: MouseEvent) => {
      const byKey = clicks === 0
      // The second click of a double click does not add a second block.
      if (byKey || (clicks === 1 && !dragged.current)) actions.addBlock(kind)
    },
  }
}

function isOverCanvas({ x, y }: { x: number; y: number }): boolean {
  return document.elementFromPoint(x, y)?.closest('[data-testid="canvas"]') != null
}

/** The block under the pointer. */
export function PaletteGhost() {
  const drag = useUi((s) => s.paletteDrag)
  if (!drag) return null
  return (
    <div
      className={classes.ghost}
      data-over={drag.overCanvas || undefined}
      style={
        {
          transform: `translate(${drag.screen.x}px, ${drag.screen.y}px)`,
          '--block': blockColor(drag.kind),
        } as React.CSSProperties
      }
      aria-hidden
    >
      <span className={classes.icon}>
        <BlockIcon kind={drag.kind} size={17} />
      </span>
      {BLOCKS[drag.kind].title}
    </div>
  )
}
