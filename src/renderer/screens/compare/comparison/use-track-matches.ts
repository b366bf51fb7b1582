/** Matches the tracks of both runs once all of them are read. */
import { useEffect, useState } from 'react'
import { matchTracks, type TrackMatches } from '../matching/match-tracks.ts'
import type { Side } from './use-side.ts'

/** Null while the matches are being computed. */
export function useTrackMatches(a: Side, b: Side): TrackMatches | null {
  const [matches, setMatches] = useState<TrackMatches | null>(null)
  const [one, two] = [a.inspection, b.inspection]
  const ready = one.frames.done && two.frames.done
  const [indexA, indexB] = [one.frames.index, two.frames.index]
  const frameS = Math.min(one.frameS, two.frameS)
  const [scaleX, scaleY] = [one.frame.width / two.frame.width, one.frame.height / two.frame.height]
  useEffect(() => {
    setMatches(null)
    if (!ready) return
    const aborter = new AbortController()
    inSlices(matchTracks(indexA, indexB, frameS, { x: scaleX, y: scaleY }), aborter.signal).then(
      (found) => aborter.signal.aborted || setMatches(found),
      (error: unknown) => {
        if (!aborter.signal.aborted) throw error
      },
    )
    return () => aborter.abort()
  }, [ready, indexA, indexB, frameS, scaleX, scaleY])
  return matches
}

/** Runs long computations in slices of a few milliseconds, so that the page stays responsive. */

const BUDGET_MS = 8

/** Runs a generator to its end; the page may render at every yield. Rejects when `signal` aborts. */
export async function inSlices<T>(work: Generator<unknown, T>, signal: AbortSignal): Promise<T> {
  let until = performance.now() + BUDGET_MS
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    until = performance.now() + BUDGET_MS
  }
}
