/** The record of a finished run, and its summary: counts by line and zone, then the files. */
import { CPU } from '../shared/domain/device.ts'
import type { LineCount, RunCounts, ZoneCount } from '../shared/domain/event.ts'
import { littleFoundIn } from '../shared/domain/little-found.ts'
import { doubtsOf } from '../shared/domain/low-confidence.ts'
import { oneLine, printableIn } from '../shared/domain/printable.ts'
import {
  emptyCounts,
  emptyProgress,
  type MediaSummary,
  type RunError,
  type RunSource,
  type WorkflowRun,
} from '../shared/domain/run.ts'
import type { RunOutcome } from '../shared/engine-contract/job.ts'

/** Runs of the command line belong to no organisation of a platform. */
const ORGANIZATION = 'local'

export interface RunFacts {
  id: string
  workflowName: string
  source: RunSource | null
  media: MediaSummary | null
  createdAt: Date
  startedAt: Date | null
}

/** The record of a run on the command line, in the format that the platform stores and the API returns. */
export const runRecord = (facts: RunFacts, outcome: RunOutcome): WorkflowRun => ({
  id: facts.id,
  organization_id: ORGANIZATION,
  workflow_id: null,
  workflow_name: facts.workflowName,
  status: outcome.status,
  source: facts.source,
  media: facts.media,
  progress: outcome.progress,
  nodes: outcome.nodes,
  counts: outcome.counts,
  error: outcome.error,
  artifacts: outcome.artifacts,
  resumable: outcome.resumable ?? false,
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: facts.createdAt.toISOString(),
  started_at: facts.startedAt?.toISOString() ?? null,
  finished_at: new Date().toISOString(),
})

/** For a run that failed before an engine was started. */
export const refused = (error: RunError): RunOutcome => ({
  status: 'error',
  progress: emptyProgress(),
  nodes: {},
  counts: emptyCounts(),
  artifacts: [],
  error,
})

/** @param unsuited model blocks whose model was made for other sources than this run's */
export function summaryOf(finished: WorkflowRun, folder: string, unsuited: ReadonlySet<string> = new Set()): string {
  const run = printableIn(finished)
  const { frames_done } = run.progress
  const tookS = (Date.parse(run.finished_at ?? '') - Date.parse(run.started_at ?? '')) / 1000
  const parts = [`${run.workflow_name}: ${counted(frames_done, 'frame')} in ${tookS.toFixed(1)} s`]
  parts.push(...deviceLines(run.nodes))
  const little = littleFoundIn(run.nodes)
  if (little.length > 0) parts.push('', ...little.map((found) => littleFoundLine(found, unsuited.has(found.nodeId))))
  const counts = countTable(run.counts)
  if (counts.length > 0) parts.push('', 'Counts', ...counts, ...doubtsOf(run.nodes).map(doubtLine))
  const files = run.artifacts.map((a) => [a.name, readableSize(a.size_bytes), a.records === null ? '' : records(a)])
  const unsaved = run.artifacts.filter((a) => a.kind === 'annotations' && a.records !== null)
  const hint = unsaved.map((a) => `The annotations are in ${a.name}; in the app, a run adds them to the data set.`)
  return [...parts, '', `Results in ${oneLine(folder)}`, ...table(files), ...hint].join('\n')
}

function littleFoundLine(
  { nodeId, empty, near, threshold }: ReturnType<typeof littleFoundIn>[number],
  isUnsuited: boolean,
): string {
  const nothing = empty > 0 ? [`nothing in ${percent(empty)} % of the frames`] : []
  const barely = `only scores that barely reach its confidence of ${threshold} in ${percent(near)} %`
  const figures = [...nothing, ...(near > 0 ? [barely] : [])].join(' and ')
  const made = isUnsuited ? ' Its model was made for another video and knows nothing else.' : ''
  return `Found next to nothing: block ${nodeId} found ${figures}.${made} If objects are there to be found, another model (sightline models get --list) or a lower confidence may find them.`
}

const percent = (share: number): string => (100 * share).toFixed(0)

const doubtLine = ({ nodeId, share, threshold }: ReturnType<typeof doubtsOf>[number]): string =>
  `  Doubtful: ${percent(share)} % of the detections of block ${nodeId} barely reach its confidence of ${threshold}. The model may not suit these frames.`

/** A line for each block whose model did not simply run on the CPU. */
const deviceLines = (nodes: WorkflowRun['nodes']): string[] =>
  Object.entries(nodes).flatMap(([id, { device }]) => {
    if (!device) return []
    if (device.fell_back)
      return [`Block ${id} ran on the CPU (${device.name}), because its device failed; see the log.`]
    return device.id === CPU ? [] : [`Block ${id} ran on ${device.name} (${device.id}).`]
  })

/** A row for each line and zone, indented. */
export const countTable = ({ lines, zones }: RunCounts): string[] => [
  ...table(lines.map(lineRow)),
  ...table(zones.map(zoneRow)),
]

const records = ({ kind, records: n }: WorkflowRun['artifacts'][number]): string =>
  counted(
    n ?? 0,
    kind === 'annotated_video' ? 'frame' : kind === 'csv' ? 'row' : kind === 'annotations' ? 'image' : 'record',
  )

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

const lineRow = ({ name, a_to_b, b_to_a, by_class }: LineCount): string[] => [
  name,
  `A to B ${a_to_b}`,
  `B to A ${b_to_a}`,
  byClass(by_class, (c) => (c.a_to_b + c.b_to_a > 0 ? `${c.a_to_b}/${c.b_to_a}` : null)),
]

const zoneRow = ({ name, visits, dwell_s, peak_occupancy, by_class }: ZoneCount): string[] => [
  name,
  counted(visits, 'visit'),
  `${dwell_s.toFixed(1)} s in total`,
  `at most ${peak_occupancy} at once`,
  byClass(by_class, (c) => (c.visits > 0 ? String(c.visits) : null)),
]

function byClass<T>(counts: Record<string, T>, show: (count: T) => string | null): string {
  const shown = Object.entries(counts).flatMap(([name, count]) => {
    const text = show(count)
    return text === null ? [] : [`${name} ${text}`]
  })
  return shown.length > 0 ? `(${shown.join(', ')})` : ''
}

/** Rows as aligned text, indented. */
function table(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(width(i))).join('  ')}`.trimEnd())
}

export function readableSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
