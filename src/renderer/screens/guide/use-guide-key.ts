/** Opens the guide with F1, on every screen and in every field. */
import { useEffect } from 'react'
import { navigate } from '../../base/navigation/route.ts'

export function useGuideKey(): void {
  useEffect(() => {
    const stop = new AbortController()
    window.addEventListener(
      'keydown',
      (e) => {
        if (e.key !== 'F1' || e.defaultPrevented) return
        // The browser's own help would open as well.
        e.preventDefault()
        if (document.querySelector('[aria-modal=true]') === null) navigate({ screen: 'guide' })
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [])
}
