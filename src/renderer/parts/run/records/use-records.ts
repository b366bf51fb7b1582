/**
 * Hooks that stream the records of a run from its files: events, evidence, frames, or the records of any one artifact.
 */
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import type { HostInfo } from '../../../../shared/bridge/studio.ts'
import type { Artifact, RunInspection, WorkflowRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import type { EventRow } from './events/event-row.ts'
import { type EvidenceRecord, type EvidenceSet, evidenceSet } from './evidence/evidence-set.ts'
import type { Parser } from './files/parse-body.ts'
import { type ReadOptions, streamRecords } from './files/stream-records.ts'
import { readRecords } from './read-records.ts'
import { FrameIndex } from './tracks/frame-index.ts'

export interface Records<T> {
  /** Grows in place while `done` is false; every growth creates a new wrapper object. */
  items: readonly T[]
  done: boolean
  truncated: boolean
  error: string | null
}

/** Reads one file. */
type RecordReader<T> = (options: ReadOptions<T>) => Promise<{ truncated: boolean }>

export const NONE: Records<never> = { items: [], done: false, truncated: false, error: null }
/** A batch triggers work on everything read so far, so updates are rare, and rarer as the data grows. */
const SHOW_EVERY_MS = 1500
const SHOW_GROWTH = 4

/**
 * @param url null reads nothing
 * @param makeParser stable across renders
 */
export function useRecords<T>(url: string | null, makeParser: () => Parser<T>, limit: number): Records<T> {
  const readers = useMemo(
    (): RecordReader<T>[] =>
      url === null ? [] : [(options) => streamRecords(url, { ...options, parser: makeParser() })],
    [url, makeParser],
  )
  return useRecordReaders(readers, limit)
}

/** @param readers stable across renders; together they return at most `limit` records */
function useRecordReaders<T>(readers: readonly RecordReader<T>[], limit: number): Records<T> {
  const [records, setRecords] = useState<Records<T>>(NONE)
  useEffect(() => {
    setRecords(NONE)
    const aborter = new AbortController()
    const { signal } = aborter
    const items: T[] = []
    let shown = Number.NEGATIVE_INFINITY
    let shownCount = 0
    const onRecords = (batch: T[]) => {
      for (const record of batch) items.push(record)
      const now = performance.now()
      if (now - shown < SHOW_EVERY_MS || items.length < shownCount * SHOW_GROWTH) return
      const isFirst = shownCount === 0
      shown = now
      shownCount = items.length
      const show = () => setRecords({ items, done: false, truncated: false, error: null })
      if (isFirst) show()
      else startTransition(show)
    }
    const readAll = async () => {
      for (const read of readers) {
        const { truncated } = await read({ limit: limit - items.length, onRecords, signal })
        if (truncated) return true
      }
      return false
    }
    readAll().then(
      (truncated) => signal.aborted || setRecords({ items, done: true, truncated, error: null }),
      (error: unknown) =>
        signal.aborted || setRecords({ items, done: true, truncated: false, error: errorText(error) }),
    )
    return () => aborter.abort()
  }, [readers, limit])
  return records
}

const EVIDENCE_LIMIT = 200_000

export interface RunEvidence extends EvidenceSet {
  /** False when the run kept no evidence. */
  kept: boolean
  done: boolean
  error: string | null
}

/** The evidence files of a run, streamed. */
export function useEvidence(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string): RunEvidence {
  const readers = useMemo(
    (): RecordReader<EvidenceRecord>[] =>
      artifacts
        .filter((a) => a.kind === 'evidence')
        .map((a) => (options) => readRecords(urlOf(a), 'evidence', options)),
    [artifacts, urlOf],
  )
  const records = useRecordReaders(readers, EVIDENCE_LIMIT)
  return useMemo(() => {
    const { done, error, items } = records
    return { ...evidenceSet(items), kept: readers.length > 0, done, error }
  }, [records, readers])
}

/** A higher limit would need too much memory; the file itself contains all events. */
const EVENT_LIMIT = 500_000

/**
 * Passes on a measure block's events from the first file that contains them: two sinks behind one block write the same
 * events, and each event must count once.
 */
export function oncePerBlock(): (file: string) => (events: EventRow[]) => EventRow[] {
  const taken = new Map<string, string>()
  return (file) => (events) =>
    events.filter(({ nodeId }) => {
      if (!taken.has(nodeId)) taken.set(nodeId, file)
      return taken.get(nodeId) === file
    })
}

/** The events of a run, read from the files that contain them. */
export function useEvents(files: readonly Artifact[], urlOf: (artifact: Artifact) => string): Records<EventRow> {
  const readers = useMemo((): RecordReader<EventRow>[] => {
    const once = oncePerBlock()
    return files.map((artifact) => {
      const format = artifact.kind === 'csv' ? 'csvEvents' : 'jsonEvents'
      return (options) => readRecords(urlOf(artifact), format, { ...options, keep: once(artifact.id) })
    })
  }, [files, urlOf])
  return useRecordReaders(readers, EVENT_LIMIT)
}

/** The files that an inspector reads: the run's inspection files, or in older runs the files that its sinks wrote. */
interface RecordedFiles {
  frames: readonly Artifact[]
  events: readonly Artifact[]
}

export function recordedFiles(inspection: RunInspection | undefined, artifacts: readonly Artifact[]): RecordedFiles {
  if (inspection) {
    const { frames, events } = inspection
    return { frames: frames ? [frames] : [], events: events ? [events] : [] }
  }
  const json = artifacts.filter((a) => a.kind === 'json')
  // Tables of events are small; JSON Lines contain the frames too.
  const tables = artifacts.filter((a) => a.kind === 'csv' && /events?(-\d+)?\.csv$/i.test(a.name))
  return { frames: json, events: tables.length > 0 ? tables : json }
}

/** Returns the same object until the run's files change, so that each file is read once. */
export function useRecordedFiles({ inspection }: WorkflowRun, artifacts: readonly Artifact[]): RecordedFiles {
  const key = JSON.stringify(inspection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run is polled, but its files do not change
  return useMemo(() => recordedFiles(inspection, artifacts), [key, artifacts])
}

export interface Frames {
  /** Grows in place while `done` is false; every growth creates a new wrapper object. */
  index: FrameIndex
  done: boolean
  error: string | null
}

/** An update triggers work on everything read so far, so the next one waits for this growth factor. */
const FRAMES_SHOW_GROWTH = 1.6

const none = (): Frames => ({ index: new FrameIndex(), done: false, error: null })

/**
 * Reads the frames, in slices that keep the page responsive. Tries the files in order until one has frames: a sink that
 * receives only events writes none.
 */
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
async function readFrames(url: string, index: FrameIndex, signal: AbortSignal, onGrowth: () => void) {
  let shown = 0
  let shownAt = Number.NEGATIVE_INFINITY
  await readRecords(url, 'frames', {
    limit: Number.POSITIVE_INFINITY,
    signal,
    onRecords(lines) {
      for (const line of lines) index.addLine(line)
      const now = performance.now()
      if (now - shownAt < SHOW_EVERY_MS || index.frameCount < shown * FRAMES_SHOW_GROWTH || index.frameCount === 0)
        return
      shownAt = now
      shown = index.frameCount
      onGrowth()
    },
  })
}

/** The address of a file of a run at the host. */
export const artifactUrl = ({ files_base }: Pick<HostInfo, 'files_base'>, runId: string, { id }: Artifact): string =>
  `${files_base}/runs/${encodeURIComponent(runId)}/${encodeURIComponent(id)}`

/** Returns the address of each file of a run; the function is stable across renders. */
export function useArtifactUrl(runId: string): (artifact: Artifact) => string {
  const { files_base } = useHost().info
  return useCallback((artifact: Artifact) => artifactUrl({ files_base }, runId, artifact), [files_base, runId])
}
