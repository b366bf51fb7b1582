/** Reads the frames of a run from its JSON Lines, in slices that keep the page responsive. */
import { startTransition, useEffect, useState } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { readRecords } from './read-records.ts'
import { FrameIndex } from './tracks/frame-index.ts'

export interface Frames {
  /** Grows in place while `done` is false; every growth creates a new wrapper object. */
  index: FrameIndex
  done: boolean
  error: string | null
}

/** An update triggers work on everything read so far, so the next one waits for this growth factor. */
const SHOW_GROWTH = 1.6
const SHOW_EVERY_MS = 1500

const none = (): Frames => ({ index: new FrameIndex(), done: false, error: null })

/** Tries the files in order until one has frames: a sink that receives only events writes none. */
export function useFrames(files: readonly Artifact[], urlOf: (artifact: Artifact) => string): Frames {
  const [frames, setFrames] = useState(none)
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    const readAll = async () => {
      let index = new FrameIndex()
      setFrames({ index, done: false, error: null })
      for (const artifact of files) {
        index = new FrameIndex()
        await readFrames(urlOf(artifact), index, signal, () =>
          startTransition(() => setFrames({ index, done: false, error: null })),
        )
        if (index.frameCount > 0) break
      }
      if (!signal.aborted) setFrames({ index, done: true, error: null })
    }
    readAll().catch((error: unknown) => {
      if (!signal.aborted) setFrames((now) => ({ ...now, done: true, error: errorText(error) }))
    })
    return () => aborter.abort()
  }, [files, urlOf])
  return frames
}

/** @throws Error with a sentence when the file cannot be read; AbortError when the signal aborts */
export async function readFrames(url: string, index: FrameIndex, signal: AbortSignal, onGrowth: () => void) {
  let shown = 0
  let shownAt = Number.NEGATIVE_INFINITY
  await readRecords(url, 'frames', {
    limit: Number.POSITIVE_INFINITY,
    signal,
    onRecords(lines) {
      for (const line of lines) index.addLine(line)
      const now = performance.now()
      if (now - shownAt < SHOW_EVERY_MS || index.frameCount < shown * SHOW_GROWTH || index.frameCount === 0) return
      shownAt = now
      shown = index.frameCount
      onGrowth()
    },
  })
}
