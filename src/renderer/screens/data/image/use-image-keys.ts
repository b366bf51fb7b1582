/** Keys of the page of an image: the neighbours, the status, and the way back to the grid. */
import { useEffect, useRef } from 'react'
import { IMAGE_STATUSES, type ImageStatus } from '../../../../shared/api/datasets.ts'

interface ImageKeys {
  onStep(by: 1 | -1): void
  onStatus(status: ImageStatus): void
  onBack(): void
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, a: -1, A: -1, ArrowRight: 1, d: 1, D: 1 }

export function useImageKeys(keys: ImageKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (target.closest?.('input, textarea, [role="menu"], [role="dialog"], [role="listbox"]')) return
      const status = event.altKey ? IMAGE_STATUSES[Number(event.code.replace('Digit', '')) - 1] : undefined
      const step = event.altKey ? undefined : STEPS[event.key]
      if (status) latest.current.onStatus(status)
      else if (step) latest.current.onStep(step)
      else if (event.key === 'Escape') latest.current.onBack()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
