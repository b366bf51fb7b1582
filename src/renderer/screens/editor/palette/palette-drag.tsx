/**
 * Drags a block out of the palette with mouse, pen or finger; a click adds it beside the selection. Uses pointer events
 * rather than HTML drag and drop: they behave the same everywhere, Escape cancels, and a real block is drawn under the
 * pointer.
 */
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { dropEdgeForKind } from '../canvas/use-drag.ts'
import { useControls, useSession, useUi } from '../session/editor-context.ts'
import { setUi, uiStore } from '../session/ui-store.ts'
import classes from './palette.module.css'

const THRESHOLD = 4

interface Start {
  x: number
  y: number
  listening: AbortController
  edgeAt(x: number, y: number): string | null
}

export function usePaletteDrag(kind: BlockKindName) {
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
