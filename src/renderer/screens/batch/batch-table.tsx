/** The table of a batch: one row per file, one column per figure, and a row of totals; any column sorts it. */
import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, useMemo, useState } from 'react'
import { formatDuration } from '../../base/format/format.ts'
import { texts } from '../../texts/texts.ts'
import {
  type BatchRow,
  type CountGroup,
  durationOf,
  type Figure,
  figureOf,
  figuresOf,
  groupsOf,
  type RowState,
  sum,
  tookOf,
  totalOf,
} from './batch-rows.ts'
import classes from './batch-table.module.css'
import { FileRow, figureText, type RowActions } from './file-row.tsx'

const words = texts.batch

type SortColumn =
  | { by: 'place' | 'name' | 'state' | 'duration' | 'took' }
  | { by: 'figure'; group: CountGroup; figure: Figure }

interface Sort {
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

const sameColumn = (a: SortColumn, b: SortColumn): boolean => JSON.stringify(a) === JSON.stringify(b)

interface SortHeadProps {
  sort: Sort
  onSort: (sort: Sort) => void
  column: SortColumn
  label: string
  /** Accessible name, for columns whose label is ambiguous on its own. */
  name?: string
  hint?: string | undefined
  rowSpan?: number
  figure?: boolean
  /** True for the first column of its group. */
  first?: boolean
  className?: string | undefined
}

/** The header of a sortable column. A third press restores the order of the batch. */
function SortHead({ sort, onSort, column, label, name, hint, rowSpan, figure, first, className }: SortHeadProps) {
  const active = sameColumn(sort.column, column)
  // Figures are sorted from the largest, names from the first letter.
  const startsDown = figure ?? false
  const next = (): Sort => {
    if (!active) return { column, descending: startsDown }
    return sort.descending === startsDown ? { column, descending: !startsDown } : BY_PLACE
  }
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={className}
      rowSpan={rowSpan}
      data-figure={figure || undefined}
      data-first={first || undefined}
      aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : undefined}
      title={hint}
    >
      <button type="button" className={classes.sort} aria-label={name} onClick={() => onSort(next())}>
        {label}
        <span className={classes.arrow} aria-hidden>
          {active && <Arrow size={12} stroke={2} />}
        </span>
      </button>
    </th>
  )
}

interface BatchTableProps {
  rows: readonly BatchRow[]
  /** Ids of chosen files; only completed ones can be chosen. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  actions: RowActions
}

export function BatchTable({ rows, chosen, onChoose, actions }: BatchTableProps) {
  const [sort, setSort] = useState<Sort>(BY_PLACE)
  const groups = useMemo(() => groupsOf(rows), [rows])
  const sorted = useMemo(() => sortRows(rows, sort), [rows, sort])
  const completed = rows.filter((row) => row.state === 'completed')
  const all = completed.length > 0 && completed.every((row) => chosen.has(row.item.id))
  const some = completed.some((row) => chosen.has(row.item.id))
  const toggle = (id: string) =>
    onChoose(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]))
  const head = { sort, onSort: setSort }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable with the keyboard
    <section className={classes.scroll} aria-label={words.table} tabIndex={0}>
      <table className={classes.table} data-groups={groups.length > 0 || undefined}>
        <thead>
          <tr>
            <th rowSpan={2} className={classes.choice}>
              <Checkbox
                size="xs"
                aria-label={words.columns.choose}
                checked={all}
                indeterminate={some && !all}
                disabled={completed.length === 0}
                onChange={() => onChoose(new Set(all ? [] : completed.map((row) => row.item.id)))}
              />
            </th>
            <SortHead
              {...head}
              column={{ by: 'name' }}
              rowSpan={2}
              label={words.columns.file}
              className={classes.file}
            />
            <SortHead {...head} column={{ by: 'state' }} rowSpan={2} label={words.columns.state} />
            <SortHead {...head} column={{ by: 'duration' }} rowSpan={2} label={words.columns.duration} figure />
            <SortHead {...head} column={{ by: 'took' }} rowSpan={2} label={words.columns.took} figure />
            {groups.map((group) => (
              <th
                key={`${group.kind} ${group.nodeId} ${group.name}`}
                scope="colgroup"
                colSpan={figuresOf(group).length}
                className={classes.group}
                title={group.name}
              >
                <span className={classes.groupName}>{group.name}</span>
              </th>
            ))}
            <td rowSpan={2} className={classes.rest} />
            <th rowSpan={2} className={classes.menu}>
              <VisuallyHidden>{words.columns.more}</VisuallyHidden>
            </th>
          </tr>
          <tr>
            {groups.map((group) =>
              figuresOf(group).map((figure, i) => (
                <SortHead
                  key={`${group.kind} ${group.nodeId} ${group.name} ${figure}`}
                  {...head}
                  column={{ by: 'figure', group, figure }}
                  label={words.columns[figure]}
                  name={`${group.name}: ${words.columns[figure]}`}
                  hint={hintOf(figure)}
                  figure
                  first={i === 0}
                />
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <FileRow
              key={row.item.id}
              row={row}
              groups={groups}
              actions={actions}
              chosen={chosen.has(row.item.id)}
              onChoose={() => toggle(row.item.id)}
            />
          ))}
        </tbody>
        <tfoot>
          <Totals rows={rows} groups={groups} />
        </tfoot>
      </table>
    </section>
  )
}

const hintOf = (figure: Figure): string | undefined =>
  figure === 'mean_dwell_s' || figure === 'peak_occupancy' ? words.hints[figure] : undefined

function Totals({ rows, groups }: { rows: readonly BatchRow[]; groups: readonly CountGroup[] }) {
  const durations = rows.flatMap((row) => durationOf(row) ?? [])
  const took = rows.flatMap((row) => tookOf(row) ?? [])
  return (
    <tr>
      <td className={classes.choice} />
      <th scope="row" className={classes.file} title={words.totalHint}>
        {words.total}
      </th>
      <td />
      <td data-figure>{durations.length > 0 && formatDuration(sum(durations))}</td>
      <td data-figure>{took.length > 0 && formatDuration(sum(took))}</td>
      {groups.map((group) => (
        <Fragment key={`${group.kind} ${group.nodeId} ${group.name}`}>
          {figuresOf(group).map((figure, i) => {
            const total = totalOf(rows, group, figure)
            return (
              <td key={figure} data-figure data-first={i === 0 || undefined} data-zero={total === 0 || undefined}>
                {total !== null && !Number.isNaN(total) && figureText(total, figure)}
              </td>
            )
          })}
        </Fragment>
      ))}
      <td colSpan={2} />
    </tr>
  )
}
