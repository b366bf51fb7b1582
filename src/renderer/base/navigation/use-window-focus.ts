/** A hook for windows that get the focus, perhaps after work in another window. */
import { useEffect, useRef } from 'react'

/** Calls `act` each time the window gets the focus or its tab is shown. */
export function useWindowFocus(act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onFocus = () => latest.current()
    const onVisible = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    window.addEventListener('focus', onFocus)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('focus', onFocus)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
}
