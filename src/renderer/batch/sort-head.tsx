/** The head of a column that rows can be sorted by. A third press goes back to the order of the batch. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './batch-table.module.css'
import { BY_PLACE, type Sort, type SortColumn, sameColumn } from './sort-rows.ts'

interface SortHeadProps {
  sort: Sort
  onSort: (sort: Sort) => void
  column: SortColumn
  label: string
  /** For screen readers, where the label alone says too little. */
  name?: string
  hint?: string | undefined
  rowSpan?: number
  figure?: boolean
  /** The first column of its group. */
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
  // What is most is what people look for in figures, the first letter in names.
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
