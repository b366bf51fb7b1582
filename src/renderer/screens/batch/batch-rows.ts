/** The data of a batch's table: one row per file, one column group per counted line or zone, and totals. */
import type { Batch, BatchItem } from '../../../shared/domain/batch.ts'
import type { LineCount, RunCounts, ZoneCount } from '../../../shared/domain/event.ts'
import { isTerminal, type RunState, stateOfRun, type WorkflowRun } from '../../../shared/domain/run.ts'
import { wallSeconds } from '../../parts/run/progress/run-speed.ts'

/** `waiting`: not queued yet. `refused`: could not be queued. `gone`: its run was deleted or is on another platform. */
export type RowState = RunState | 'waiting' | 'refused' | 'gone'

export interface BatchRow {
  readonly item: BatchItem
  /** Index of the file in the batch, from 0. */
  readonly place: number
  readonly run: WorkflowRun | null
  readonly state: RowState
}

/** Runs by id; null for a run that no longer exists. */
export type KnownRuns = ReadonlyMap<string, WorkflowRun | null>

export function rowsOf({ items }: Batch, runs: KnownRuns): BatchRow[] {
  return items.map((item, place) => {
    const run = item.run_id === null ? undefined : runs.get(item.run_id)
    return { item, place, run: run ?? null, state: stateOf(item, run) }
  })
}

function stateOf(item: BatchItem, run: WorkflowRun | null | undefined): RowState {
  if (item.run_id === null) return item.problem === null ? 'waiting' : 'refused'
  if (run === null) return 'gone'
  return run ? stateOfRun(run) : 'queued'
}

/** True while the run is queued or processing. */
export const isOpen = ({ state }: BatchRow): boolean => state === 'queued' || state === 'processing'

/** The states that “Retry failed” covers: the file has no results and nobody cancelled it. */
export const isFailed = ({ state }: BatchRow): boolean => ['error', 'interrupted', 'refused'].includes(state)

/** The counts of a run that is processing or completed; null for every other run. */
export function countsOf({ run }: BatchRow): RunCounts | null {
  if (!run || run.status === 'queued' || run.status === 'error' || run.status === 'cancelled') return null
  return run.counts
}

export const LINE_FIGURES = ['a_to_b', 'b_to_a'] as const
export const ZONE_FIGURES = ['visits', 'mean_dwell_s', 'peak_occupancy'] as const
export type Figure = (typeof LINE_FIGURES)[number] | (typeof ZONE_FIGURES)[number]

/** A line or zone; its columns are its figures. */
export interface CountGroup {
  readonly kind: 'line' | 'zone'
  readonly nodeId: string
  readonly name: string
}

export const figuresOf = ({ kind }: CountGroup): readonly Figure[] => (kind === 'line' ? LINE_FIGURES : ZONE_FIGURES)

const keyOf = ({ kind, nodeId, name }: CountGroup) => `${kind} ${nodeId} ${name}`

/** Returns the lines, then the zones, that any run counted, in the order of their first appearance. */
export function groupsOf(rows: readonly BatchRow[]): CountGroup[] {
  const groups = new Map<string, CountGroup>()
  const add = (kind: CountGroup['kind'], { node_id, name }: LineCount | ZoneCount) => {
    const group: CountGroup = { kind, nodeId: node_id, name }
    if (!groups.has(keyOf(group))) groups.set(keyOf(group), group)
  }
  const counts = rows.flatMap((row) => countsOf(row) ?? [])
  for (const { lines } of counts) for (const line of lines) add('line', line)
  for (const { zones } of counts) for (const zone of zones) add('zone', zone)
  return [...groups.values()]
}

/** Returns a figure of one run: null when the run did not count it, and for the mean dwell of no visits. */
export function figureOf(row: BatchRow, group: CountGroup, figure: Figure): number | null {
  const counts = countsOf(row)
  if (!counts) return null
  const isIt = (c: LineCount | ZoneCount) => c.node_id === group.nodeId && c.name === group.name
  if (group.kind === 'line') {
    const line = counts.lines.find(isIt)
    return line && (figure === 'a_to_b' || figure === 'b_to_a') ? line[figure] : null
  }
  const zone = counts.zones.find(isIt)
  if (!zone) return null
  if (figure === 'visits') return zone.visits
  if (figure === 'peak_occupancy') return zone.peak_occupancy
  return zone.visits > 0 ? zone.dwell_s / zone.visits : null
}

/** Aggregates all rows: sums, the mean over all visits, the highest peak. Null when no row has the figure. */
export function totalOf(rows: readonly BatchRow[], group: CountGroup, figure: Figure): number | null {
  const values = rows.flatMap((row) => figureOf(row, group, figure) ?? [])
  if (values.length === 0) return null
  if (figure === 'peak_occupancy') return Math.max(...values)
  if (figure !== 'mean_dwell_s') return sum(values)
  const visits = rows.map((row) => figureOf(row, group, 'visits') ?? 0)
  const dwell = rows.map((row, i) => (figureOf(row, group, 'mean_dwell_s') ?? 0) * (visits[i] ?? 0))
  return sum(dwell) / sum(visits)
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Duration of the media: the value that the run read, else the value read when the file was chosen. */
export const durationOf = ({ run, item }: BatchRow): number | null =>
  item.source.kind === 'image' ? null : (run?.media?.duration_seconds ?? item.source.duration_seconds)

/** Wall time of the run so far. */
export const tookOf = ({ run }: BatchRow, now?: number): number | null => (run ? wallSeconds(run, now) : null)

/** Estimates the seconds until the last run ends from the speed of the runs so far; null while nothing is measured. */
export function secondsLeft(rows: readonly BatchRow[], now = Date.now()): number | null {
  const live = rows.find((row) => row.state === 'processing')
  const waiting = rows.filter((row) => row.state === 'queued')
  const rest = live ? (live.run?.progress.seconds_left ?? null) : 0
  if (rest === null) return null
  if (waiting.length === 0) return live ? rest : null
  const measured = rows.filter((row) => row.state === 'completed' || row === live)
  // Images have no duration; each counts as a second, so that a batch of images alone has a speed too.
  const lengthOf = (row: BatchRow) => durationOf(row) ?? 1
  const wall = sum(measured.map((row) => (tookOf(row, now) ?? 0) + (row === live ? rest : 0)))
  const media = sum(measured.map(lengthOf))
  return wall === 0 || media === 0 ? null : rest + (wall / media) * sum(waiting.map(lengthOf))
}

export const isEnded = ({ run }: BatchRow): boolean => run !== null && isTerminal(run.status)
