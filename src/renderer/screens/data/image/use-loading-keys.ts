/** Keys for the neighbours and the status while the canvas, which has them itself, is not there yet. */
import { useEffect, useRef } from 'react'
import { IMAGE_STATUSES, type ImageStatus } from '../../../../shared/api/datasets.ts'
import { isField, isModalOpen } from '../../../base/commands/key-bindings.ts'

interface LoadingKeys {
  isLoading: boolean
  onStep(by: 1 | -1): void
  onStatus(status: ImageStatus): void
}

const STEPS: Readonly<Record<string, 1 | -1>> = { a: -1, d: 1 }

export function useLoadingKeys(keys: LoadingKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { isLoading, onStep, onStatus } = latest.current
      if (!isLoading || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (isField(event.target) || isModalOpen()) return
      const status = event.altKey ? IMAGE_STATUSES[Number(event.code.replace('Digit', '')) - 1] : undefined
      const step = event.altKey ? undefined : STEPS[event.key]
      if (status) onStatus(status)
      else if (step) onStep(step)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
