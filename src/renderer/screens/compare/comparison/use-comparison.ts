/** The state of a comparison: matched places and events, both players, and jumps to differences. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { nextStop } from '../../../parts/run/inspector/next-stop.ts'
import { type Inspection, useInspection } from '../../../parts/run/inspector/use-inspection.ts'
import type { RunScene } from '../../../parts/run/overlay/run-scene.ts'
import { useOverlayMedia, useOverlayMediaOf } from '../../../parts/run/player/overlay-media.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { useArtifactUrl } from '../../../parts/run/records/use-records.ts'
import { type EventPair, isDifference, matchEvents, USUAL_WINDOW_S } from '../matching/match-events.ts'
import { matchTracks, type TrackMatches } from '../matching/match-tracks.ts'
import { inColorsOf, type Places, pairPlaces, placesOf } from '../matching/places.ts'
import { createSyncedPlayback, type SyncedPlayback } from './synced-playback.ts'

export interface Comparison {
  a: Side
  b: Side
  synced: SyncedPlayback
  places: Places
  /** The overlays: places and classes have the same colours in both and on the time line. */
  scenes: Record<RunNumber, RunScene>
  /** Sorted by time. */
  pairs: readonly EventPair[]
  /** Runs that wrote no events, so that differences can't be determined. */
  silent: readonly RunNumber[]
  differences: readonly EventPair[]
  /** True when all events of both runs are read. */
  done: boolean
  windowS: number
  setWindow(seconds: number): void
  /** The pair that was opened last. */
  current: EventPair | null
  /** Seeks both players to the pair's frame and selects each run's own event. */
  showPair(pair: EventPair): void
  /** Steps to the next difference, with -1 to the previous one. */
  stepDifference(steps: number): void
  /** The event or track that was opened last, if only one of the runs has it. */
  lonely: Lonely | null
  /** Clears the selection of one of the runs. */
  clearSelection(number: RunNumber): void
  /** Seeks both players to a time and selects these tracks; null for none. */
  showTracks(trackA: number | null, trackB: number | null, timeS: number): void
}

export interface Lonely {
  what: 'event' | 'track'
  /** The run that does not have it. */
  missingIn: RunNumber
}

const lonelyOf = (what: Lonely['what'], inA: boolean, inB: boolean): Lonely | null =>
  inA === inB ? null : { what, missingIn: inA ? '2' : '1' }

export function useComparison(a: Side, b: Side): Comparison {
  const [one, two] = [a.inspection, b.inspection]
  const [windowS, setWindow] = useState<number>(USUAL_WINDOW_S)
  const [current, setCurrent] = useState<EventPair | null>(null)
  const [lonely, setLonely] = useState<Lonely | null>(null)
  const [eventsA, eventsB] = [one.settledEvents, two.settledEvents]

  const landing = useRef((timeS: number) => timeS)
  // A's frames take precedence; B's are used where A has no record of the frame.
  landing.current = (timeS) => {
    const inA = one.landing(timeS)
    return inA === timeS ? two.landing(timeS) : inA
  }
  const synced = useMemo(() => createSyncedPlayback(one.playback, two.playback, landing), [one.playback, two.playback])

  const places = useMemo(
    () =>
      pairPlaces(placesOf(one.scene, a.run.counts, eventsA.items), placesOf(two.scene, b.run.counts, eventsB.items)),
    [one.scene, two.scene, a.run.counts, b.run.counts, eventsA, eventsB],
  )
  const scenes = useMemo(
    () => ({ 1: one.scene, 2: inColorsOf(one.scene, two.scene, places) }),
    [one.scene, two.scene, places],
  )
  const done = eventsA.done && eventsB.done
  // Partly read files would show differences that do not exist.
  const pairs = useMemo(
    () => (done ? matchEvents(eventsA.items, eventsB.items, places, windowS) : []),
    [done, eventsA, eventsB, places, windowS],
  )
  const silent = useMemo((): RunNumber[] => {
    return [...(a.hasEventFiles ? [] : ['1' as const]), ...(b.hasEventFiles ? [] : ['2' as const])]
  }, [a.hasEventFiles, b.hasEventFiles])
  const differences = useMemo(() => (silent.length > 0 ? [] : pairs.filter(isDifference)), [pairs, silent])

  const land = useCallback(
    (timeS: number) => {
      synced.pause()
      synced.seek(landing.current(timeS))
    },
    [synced],
  )
  const showPair = useCallback(
    (pair: EventPair) => {
      for (const [inspection, event] of [
        [one, pair.a],
        [two, pair.b],
      ] as const) {
        if (event) inspection.chooseEvent(event)
        else inspection.inspector.chooseTrack(null)
      }
      setCurrent(pair)
      setLonely(silent.length > 0 ? null : lonelyOf('event', pair.a !== null, pair.b !== null))
      land(pair.timeS)
    },
    [one, two, land, silent],
  )
  const last = useRef(-1)
  const stepDifference = useCallback(
    (steps: number) => {
      const at = { last: last.current, steps, nowS: synced.getTime(), landing: landing.current }
      const next = nextStop(differences, at)
      if (next < 0) return
      last.current = next
      showPair(differences[next] as EventPair)
    },
    [differences, synced, showPair],
  )
  const showTracks = useCallback(
    (trackA: number | null, trackB: number | null, timeS: number) => {
      one.inspector.chooseTrack(trackA)
      two.inspector.chooseTrack(trackB)
      setCurrent(null)
      setLonely(lonelyOf('track', trackA !== null, trackB !== null))
      land(timeS)
    },
    [one.inspector, two.inspector, land],
  )
  const clearSelection = useCallback(
    (number: RunNumber) => {
      const { inspector } = number === '1' ? one : two
      inspector.chooseTrack(null)
      setLonely(null)
    },
    [one, two],
  )
  return {
    a,
    b,
    synced,
    places,
    scenes,
    pairs,
    silent,
    differences,
    done,
    windowS,
    setWindow,
    current,
    showPair,
    stepDifference,
    lonely,
    clearSelection,
    showTracks,
  }
}

export type RunNumber = '1' | '2'

export interface Side {
  run: WorkflowRun
  blocks: RunBlocks
  artifacts: readonly Artifact[]
  inspection: Inspection
  medium: ReturnType<typeof useOverlayMedia>
  urlOf(artifact: Artifact): string
  /** True when the run has files that may contain events, or frames with detections. */
  hasEventFiles: boolean
  hasFrameFiles: boolean
}

export function useSide(run: WorkflowRun, blocks: RunBlocks): Side {
  const urlOf = useArtifactUrl(run.id)
  // The run has ended, so its artifacts no longer change.
  const artifacts = useMemo(() => run.artifacts, [run.artifacts])
  const inspection = useInspection(run, artifacts, blocks, urlOf)
  const medium = useOverlayMedia(useOverlayMediaOf(run, artifacts, blocks.graph, inspection.frames, urlOf))
  return {
    run,
    blocks,
    artifacts,
    inspection,
    medium,
    urlOf,
    hasEventFiles: inspection.readsEvents,
    hasFrameFiles: inspection.readsFrames,
  }
}

export interface Manifest {
  source?: { name?: string; sha256?: string }
  models?: readonly { node_id: string; name: string; sha256: string }[]
  settings?: { sample_fps?: number | null; duration_s?: number | null }
  versions?: { sightline?: string }
}

/**
 * Reads a run's manifest: content hashes, versions, limits.
 * Undefined until it is read; null for a run without one, such as a run that did not complete.
 */
export function useManifest({ artifacts, urlOf }: Pick<Side, 'artifacts' | 'urlOf'>): Manifest | null | undefined {
  const artifact = artifacts.find((a) => a.kind === 'manifest')
  const url = artifact ? urlOf(artifact) : null
  const load = useCallback(async (): Promise<Manifest | null> => {
    const response = url === null ? null : await fetch(url)
    if (!response?.ok) return null
    const value: unknown = await response.json().catch(() => null)
    return typeof value === 'object' && value !== null ? (value as Manifest) : null
  }, [url])
  return useResource(load).value
}

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
