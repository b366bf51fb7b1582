/** A finished run opened for inspection: its data, its playback clock, and jumps from a figure to its frame. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Evidence } from '../../../../shared/domain/evidence.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { type LiveCounts, liveCounts } from '../overlay/live-counts.ts'
import { type RunScene, sceneOf } from '../overlay/run-scene.ts'
import { createPlayback, type Playback } from '../player/playback.ts'
import type { RunBlocks } from '../progress/use-run-blocks.ts'
import { type EventRow, MOMENTS } from '../records/events/event-row.ts'
import { decisiveTime } from '../records/evidence/evidence-text.ts'
import {
  type Frames,
  NONE,
  type Records,
  type RunEvidence,
  useEvents,
  useEvidence,
  useFrames,
  useRecordedFiles,
} from '../records/use-records.ts'
import { createInspector, type Inspector } from './inspector-store.ts'
import { nextStop } from './next-stop.ts'

export interface Inspection {
  inspector: Inspector
  playback: Playback
  /** False when the run kept no events, or no frames. */
  readsEvents: boolean
  readsFrames: boolean
  events: Records<EventRow>
  /** All events or none, updated when the page is idle, because derived data is computed from all of them. */
  settledEvents: Records<EventRow>
  frames: Frames
  evidence: RunEvidence
  scene: RunScene
  /** Null until all events are read, and when the run kept none of its events, so that their times are unknown. */
  counts: LiveCounts | null
  /** Size in pixels of the upright frame, or of the displayed image; coordinates refer to it. */
  frame: Size
  /** Size of the first frame, which gives the stage a constant shape while images change. */
  shape: Size
  /** Called with the size of the displayed image, and with null when it is removed. */
  showSize(size: Size | null): void
  /** Nominal duration of a frame in seconds. */
  frameS: number
  duration: number
  /** Returns the middle of the frame shown at a time; the time itself when the frame has no record. */
  landing(timeS: number): number
  /** Seeks to the frame shown at a time and pauses. */
  land(timeS: number): void
  /** Selects the event's evidence, or its track, without seeking. */
  chooseEvent(event: EventRow): void
  showEvent(event: EventRow): void
  showEvidence(evidence: Evidence): void
  /** Steps to the next event, with -1 to the previous one. */
  stepEvent(steps: number): void
}

export function useInspection(
  run: WorkflowRun,
  artifacts: readonly Artifact[],
  blocks: RunBlocks,
  urlOf: (artifact: Artifact) => string,
): Inspection {
  const [playback] = useState(createPlayback)
  const [inspector] = useState(createInspector)
  const files = useRecordedFiles(run, artifacts)
  const events = useEvents(files.events, urlOf)
  const settledEvents = useDeferredValue(events.done ? events : NONE)
  const frames = useFrames(files.frames, urlOf)
  const evidence = useEvidence(artifacts, urlOf)
  const scene = useMemo(() => sceneOf(blocks.graph, blocks.classNames), [blocks.graph, blocks.classNames])
  const told = settledEvents.done && (settledEvents.items.length > 0 || !hasCounted(run))
  const counts = useMemo(() => (told ? liveCounts(settledEvents.items) : null), [told, settledEvents])
  useEffect(() => {
    if (blocks.graph) inspector.adopt(scene)
  }, [inspector, scene, blocks.graph])

  const { width = 16, height = 9 } = sizeOf(frames) ?? run.media ?? {}
  const shape = useMemo(() => ({ width, height }), [width, height])
  const [shown, setShown] = useState<Size | null>(null)
  const showSize = useCallback(
    (size: Size | null) => setShown((now) => (now?.width === size?.width && now?.height === size?.height ? now : size)),
    [],
  )
  const frame = shown ?? shape
  const frameS = 1 / (run.media?.native_fps || 30)
  const duration = run.media?.duration_seconds || endOf(frames, frameS)

  const { index } = frames
  const landing = useCallback(
    (timeS: number) => {
      const at = index.frameAtOrBefore(timeS)
      const near = at >= 0 && timeS - index.timeOf(at) < frameS * 1.5
      return near ? index.middleOf(at, frameS) : timeS
    },
    [index, frameS],
  )
  const land = useCallback(
    (timeS: number) => {
      playback.pause()
      playback.seek(landing(timeS))
    },
    [playback, landing],
  )
  // Evidence grows while it is read, but the evidence of an event does not change, so derived data stays valid.
  const evidenceNow = useRef(evidence)
  evidenceNow.current = evidence
  const chooseEvent = useCallback(
    (event: EventRow) => {
      const why = evidenceNow.current.of(event)
      if (why) return inspector.chooseEvidence(why)
      inspector.chooseEvidence(null)
      inspector.chooseTrack(event.trackId)
    },
    [inspector],
  )
  const showEvent = useCallback(
    (event: EventRow) => {
      chooseEvent(event)
      land(event.timeS)
    },
    [chooseEvent, land],
  )
  const showEvidence = useCallback(
    (one: Evidence) => {
      inspector.chooseEvidence(one)
      land(decisiveTime(one))
    },
    [inspector, land],
  )

  const stops = useMemo(
    () => settledEvents.items.filter((e) => MOMENTS.has(e.type)).sort((a, b) => a.timeS - b.timeS),
    [settledEvents],
  )
  const lastStop = useRef(-1)
  const stepEvent = useCallback(
    (steps: number) => {
      const next = nextStop(stops, { last: lastStop.current, steps, nowS: playback.getTime(), landing })
      if (next < 0) return
      lastStop.current = next
      showEvent(stops[next] as EventRow)
    },
    [stops, playback, landing, showEvent],
  )
  return {
    readsEvents: files.events.length > 0,
    readsFrames: files.frames.length > 0,
    inspector,
    playback,
    events,
    settledEvents,
    frames,
    evidence,
    scene,
    counts,
    frame,
    frameS,
    duration,
    shape,
    showSize,
    landing,
    land,
    chooseEvent,
    showEvent,
    showEvidence,
    stepEvent,
  }
}

/** A raw stream does not state its duration; the last record's time is used instead. */
const endOf = ({ index, done }: Frames, frameS: number): number =>
  done && index.frameCount > 0 ? index.timeOf(index.frameCount - 1) + frameS : 0

function sizeOf({ index }: Frames): Size | null {
  const source = index.header?.source as Partial<Size> | undefined
  return source?.width && source.height ? { width: source.width, height: source.height } : null
}

const hasCounted = ({ counts: { lines, zones } }: WorkflowRun): boolean =>
  lines.some((l) => l.a_to_b + l.b_to_a > 0) || zones.some((z) => z.visits > 0)
