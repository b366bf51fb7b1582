/** Keys that lead to the previous and to the next image while the component is mounted. */
import { useEffect, useRef } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, p: -1, P: -1, ArrowRight: 1, n: 1, N: 1 }

export function useStepKeys(onStep: (by: 1 | -1) => void): void {
  const step = useRef(onStep)
  step.current = onStep
  useEffect(() => {
    // Mantine's dialog passes no key events on, so they are heard at the window.
    const onKeyDown = (event: KeyboardEvent) => {
      // Arrow keys move within a choice, too.
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest?.('input')) return
      const by = STEPS[event.key]
      if (by === undefined) return
      event.preventDefault()
      step.current(by === 1 ? 1 : -1)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
