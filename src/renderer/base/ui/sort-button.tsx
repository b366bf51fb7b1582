/** The button in a head of a table that sorts by its column; the head itself has `aria-sort`. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './sort-button.module.css'

export type SortOrder = 'ascending' | 'descending'

interface SortButtonProps {
  title: string
  /** Undefined while the rows are sorted by another column. */
  order: SortOrder | undefined
  onSort: () => void
}

export function SortButton({ title, order, onSort }: SortButtonProps) {
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={classes.sort} onClick={onSort}>
      {title}
      {order && <Arrow size={12} aria-hidden />}
    </button>
  )
}
