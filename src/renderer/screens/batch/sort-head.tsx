/** The header of a sortable column. A third press restores the order of the batch. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './batch-table.module.css'
import { BY_PLACE, type Sort, type SortColumn, sameColumn } from './sort-rows.ts'

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

export function SortHead({
  sort,
  onSort,
  column,
  label,
  name,
  hint,
  rowSpan,
  figure,
  first,
  className,
}: SortHeadProps) {
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
