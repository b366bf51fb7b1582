/** Sorts a batch's rows by any column; rows without a value are always last. */
import {
  type BatchRow,
  type CountGroup,
  durationOf,
  type Figure,
  figureOf,
  type RowState,
  tookOf,
} from './batch-rows.ts'

export type SortColumn =
  | { by: 'place' | 'name' | 'state' | 'duration' | 'took' }
  | { by: 'figure'; group: CountGroup; figure: Figure }

export interface Sort {
  column: SortColumn
  descending: boolean
}

/** The order of the batch. */
export const BY_PLACE: Sort = { column: { by: 'place' }, descending: false }

/** States that need attention first. */
const STATES: readonly RowState[] = [
  'error',
  'interrupted',
  'refused',
  'gone',
  'cancelled',
  'processing',
  'queued',
  'waiting',
  'completed',
]

function sortValue(row: BatchRow, column: SortColumn): number | string | null {
  switch (column.by) {
    case 'place':
      return row.place
    case 'name':
      return row.item.source.name
    case 'state':
      return STATES.indexOf(row.state)
    case 'duration':
      return durationOf(row)
    case 'took':
      return tookOf(row)
    case 'figure':
      return figureOf(row, column.group, column.figure)
  }
}

const NATURAL = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares names in natural order: 2 before 10. */
export const byName = (a: string, b: string): number => NATURAL.compare(a, b)

export function sortRows(rows: readonly BatchRow[], { column, descending }: Sort): BatchRow[] {
  const values = new Map(rows.map((row) => [row, sortValue(row, column)]))
  return [...rows].sort((a, b) => {
    const [x, y] = [values.get(a) ?? null, values.get(b) ?? null]
    if (x === null || y === null) return x === y ? a.place - b.place : x === null ? 1 : -1
    const order = typeof x === 'string' || typeof y === 'string' ? byName(String(x), String(y)) : x - y
    return (descending ? -order : order) || a.place - b.place
  })
}

export const sameColumn = (a: SortColumn, b: SortColumn): boolean => JSON.stringify(a) === JSON.stringify(b)
