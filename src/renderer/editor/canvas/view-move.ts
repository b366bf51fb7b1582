/** Whether the view of many blocks moves: told by the canvas, asked by what is drawn, or comes into view, meanwhile. */
import { startTransition, useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'

export type ViewMove = 'pan' | 'zoom'

const store = createStore<{ now: ViewMove | null }>(() => ({ now: null }))

export const setViewMove = (now: ViewMove | null): void => {
  if (store.getState().now !== now) store.setState({ now })
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
