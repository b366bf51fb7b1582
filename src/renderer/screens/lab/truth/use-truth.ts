/** The truth of one video: loaded once, edited here, saved by the host. */
import { useEffect, useState } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { useWindowFocus } from '../../../base/navigation/use-window-focus.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { openTruth, type TruthSession } from './open-truth.ts'

export type TruthOpening =
  | { state: 'reading' }
  | { state: 'failed'; message: string }
  | { state: 'open'; session: TruthSession }

/** @param sha256 null while unknown */
export function useTruth(sha256: string | null, name: string) {
  const host = useHost()
  const [opening, setOpening] = useState<TruthOpening>({ state: 'reading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (sha256 === null) return
    let left = false
    let stop = () => {}
    setOpening({ state: 'reading' })
    openTruth(host, { sha256, name }).then(
      (session) => {
        if (left) return void session.stop()
        setOpening({ state: 'open', session })
        const flush = () => void session.flush()
        window.addEventListener('pagehide', flush)
        stop = () => {
          window.removeEventListener('pagehide', flush)
          void session.stop()
        }
      },
      (error: unknown) => !left && setOpening({ state: 'failed', message: errorText(error) }),
    )
    return () => {
      left = true
      stop()
    }
  }, [host, sha256, name, attempt])

  // Shows the marks of other windows when this one gets the focus; after a failure, the next save merges them.
  useWindowFocus(() => {
    if (opening.state === 'open') opening.session.refresh().catch(() => {})
  })
  return { opening, retry: () => setAttempt((n) => n + 1) }
}
