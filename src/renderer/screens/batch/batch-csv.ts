/** Formats the table of a batch as CSV: one row per file, in the order of the batch, with unformatted numbers. */
import { type Cell, csvLine } from '../../parts/run/records/files/csv.ts'
import {
  type BatchRow,
  type CountGroup,
  durationOf,
  figureOf,
  figuresOf,
  groupsOf,
  type RowState,
  tookOf,
} from './batch-rows.ts'

/** State names in the file. Programs read them, so they are the same in every language of the app. */
const STATE: Record<RowState, string> = {
  queued: 'queued',
  processing: 'processing',
  completed: 'completed',
  error: 'error',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  waiting: 'not_queued',
  refused: 'refused',
  gone: 'run_deleted',
}

const FACTS = [
  'file',
  'status',
  'problem',
  'duration_s',
  'size_bytes',
  'frames',
  'started_at',
  'finished_at',
  'took_s',
  'run_id',
]

export function batchCsv(rows: readonly BatchRow[]): string {
  const inOrder = [...rows].sort((a, b) => a.place - b.place)
  const groups = groupsOf(inOrder)
  const columns = groups.flatMap((group) => figuresOf(group).map((figure) => ({ group, figure })))
  const head = [...FACTS, ...columns.map(({ group, figure }) => `${titleOf(group, groups)} ${figure}`)]
  const lines = inOrder.map((row) => [
    ...factsOf(row),
    ...columns.map(({ group, figure }) => rounded(figureOf(row, group, figure))),
  ])
  return [head, ...lines].map(csvLine).join('')
}

function factsOf(row: BatchRow): Cell[] {
  const { item, run, state } = row
  return [
    item.source.name,
    STATE[state],
    run?.error?.message ?? item.problem ?? '',
    rounded(durationOf(row)),
    item.source.size_bytes,
    run ? run.progress.frames_done : null,
    run?.started_at ?? '',
    run?.finished_at ?? '',
    run?.finished_at ? rounded(tookOf(row)) : null,
    item.run_id ?? '',
  ]
}

/** Appends the block's id when two measure blocks have lines or zones of the same name. */
function titleOf(group: CountGroup, all: readonly CountGroup[]): string {
  const alike = all.some((other) => other !== group && other.name === group.name)
  return alike ? `${group.name} (${group.nodeId})` : group.name
}

/** Rounds to three decimals, as the tables of a run do. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000)
