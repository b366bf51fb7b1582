/** Layers, classes and the view are the same on both pictures; what is chosen is each run's own. */
import type { Inspected, Inspector } from '../../runs/inspector/inspector-store.ts'

const shared = ({ layers, trailS, hiddenClasses, view }: Inspected) => ({ layers, trailS, hiddenClasses, view })

/** B takes over from A at once, then each from the other. Returns the way to let go. */
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
