/** Synchronizes layers, classes and the view of two inspectors; the selection stays separate. */
import type { Inspected, Inspector } from '../../../parts/run/inspector/inspector-store.ts'

const shared = ({ layers, trailS, hiddenClasses, view }: Inspected) => ({ layers, trailS, hiddenClasses, view })

/** Copies A's state to B, then keeps both in sync. Returns a function that unlinks them. */
export function linkInspectors(a: Inspector, b: Inspector): () => void {
  const copy = (from: Inspector, to: Inspector) => () => {
    const [theirs, own] = [shared(from.store.getState()), shared(to.store.getState())]
    const same = Object.entries(theirs).every(([name, value]) => own[name as keyof typeof own] === value)
    if (!same) to.store.setState(theirs)
  }
  copy(a, b)()
  const stops = [a.store.subscribe(copy(a, b)), b.store.subscribe(copy(b, a))]
  return () => {
    for (const stop of stops) stop()
  }
}
