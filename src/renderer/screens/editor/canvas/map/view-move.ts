/** Tracks whether the view of many blocks is moving: set by the canvas, read by everything rendered meanwhile. */
import type { OnMove } from '@xyflow/react'
import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { MANY } from '../../canvas-state/canvas-store.ts'
import { useSession } from '../../session/editor-context.ts'
import { setUi } from '../../session/ui-store.ts'

export type ViewMove = 'pan' | 'zoom'

const store = createStore<{ now: ViewMove | null }>(() => ({ now: null }))

/** Sets the state, also as a data attribute for the style sheet. The functions are stable while a workflow is open. */
export function useViewMoves(frame: RefObject<HTMLElement | null>): { onMoveStart: OnMove; onMoveEnd: OnMove } {
  const { canvas } = useSession()
  return useMemo(() => {
    function tell(move: ViewMove | null) {
      const now = canvas.getState().nodes.length > MANY ? move : null
      if (store.getState().now !== now) store.setState({ now })
      if (!frame.current) return
      if (move === null) delete frame.current.dataset.moving
      else frame.current.dataset.moving = move
    }
    return {
      onMoveStart: (event) => {
        if (event) setUi({ quickAdd: null, menu: null })
        tell(event && event.type !== 'wheel' ? 'pan' : 'zoom')
      },
      onMoveEnd: () => tell(null),
    }
  }, [canvas, frame])
}

export const isZooming = (): boolean => store.getState().now === 'zoom'

/** False for blocks that come into view during a zoom, until it ends: dozens may appear in one frame. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(() => !isZooming())
  useEffect(() => {
    if (settled) return
    const settle = () => {
      // In a transition, so that the page stays responsive.
      if (!isZooming()) startTransition(() => setSettled(true))
    }
    settle()
    return store.subscribe(settle)
  }, [settled])
  return settled
}
