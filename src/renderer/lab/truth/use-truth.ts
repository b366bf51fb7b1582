/** The truth of one video: loaded once, edited here, saved by the host. */
import { useEffect, useState } from 'react'
import type { Truth } from '../../../shared/domain/truth.ts'
import { useHost } from '../../shell/host.ts'
import { errorText } from '../../ui/error-text.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import { createTruthStore, type TruthStore } from './truth-store.ts'

export interface OpenTruth extends TruthStore {
  media: Truth['media']
}

export type TruthOpening =
  | { state: 'reading' }
  | { state: 'failed'; message: string }
  | { state: 'open'; truth: OpenTruth; saving: SaveState; problem: string | null }

export const asTruth = ({ media, store }: OpenTruth): Truth => ({
  format: 'sightline-truth',
  version: 1,
  media,
  places: [...store.getState().places],
})

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
    host.studio.getTruth({ media_sha256: sha256 }).then(
      (known) => {
        if (left) return
        const truth: OpenTruth = { ...createTruthStore(known?.places ?? []), media: { sha256, name } }
        setOpening({ state: 'open', truth, saving: 'saved', problem: null })
        const autosave = createAutosave<Truth>(
          (value) => host.studio.setTruth(value),
          (saving, error) =>
            setOpening((now) => {
              const problem = saving === 'failed' ? errorText(error) : null
              if (now.state !== 'open' || now.truth !== truth) return now
              return now.saving === saving && now.problem === problem ? now : { ...now, saving, problem }
            }),
        )
        const unsubscribe = truth.store.subscribe((state, before) => {
          if (state.places !== before.places) autosave.changed(asTruth(truth))
        })
        const flush = () => void autosave.flush()
        window.addEventListener('pagehide', flush)
        stop = () => {
          unsubscribe()
          window.removeEventListener('pagehide', flush)
          flush()
        }
      },
      (error: unknown) => !left && setOpening({ state: 'failed', message: errorText(error) }),
    )
    return () => {
      left = true
      stop()
    }
  }, [host, sha256, name, attempt])

  return { opening, retry: () => setAttempt((n) => n + 1) }
}
