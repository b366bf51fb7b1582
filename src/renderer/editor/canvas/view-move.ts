/** Whether the view of many blocks moves: told by the canvas, asked by what is drawn, or comes into view, meanwhile. */
import type { OnMove } from '@xyflow/react'
import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { useSession } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { MANY } from './canvas-store.ts'

export type ViewMove = 'pan' | 'zoom'

const store = createStore<{ now: ViewMove | null }>(() => ({ now: null }))

/** The canvas tells, also to its style sheet. The same functions as long as the workflow is open. */
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

/** False for what comes into view while one zooms, until the view stands still: dozens may come in one frame. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(() => !isZooming())
  useEffect(() => {
    if (settled) return
    const settle = () => {
      // In pieces, between which the page answers.
      if (!isZooming()) startTransition(() => setSettled(true))
    }
    settle()
    return store.subscribe(settle)
  }, [settled])
  return settled
}
