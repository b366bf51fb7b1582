/** How the view moves at the moment: on the canvas' element for style sheets, and here for blocks that come into view. */
import { startTransition, useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'

export type ViewMove = 'pan' | 'in' | 'out'

const store = createStore<{ now: ViewMove | null }>(() => ({ now: null }))

export const setViewMove = (now: ViewMove | null): void => {
  if (store.getState().now !== now) store.setState({ now })
}

const zooming = () => store.getState().now === 'out'

/** False for what comes into view while one zooms out, until the view stands still: dozens may come in one frame. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(() => !zooming())
  useEffect(() => {
    if (settled) return
    const settle = () => {
      // In pieces, between which the page answers.
      if (!zooming()) startTransition(() => setSettled(true))
    }
    settle()
    return store.subscribe(settle)
  }, [settled])
  return settled
}
