/** A table of records: a heading for each column, and a row for each record. A wide one scrolls sideways. */
import type { ReactNode } from 'react'
import classes from './record-table.module.css'

/** A column: its heading, or its heading with the kind of its cells. */
export type RecordColumn = string | { heading: string; cells: 'number' | 'actions'; hint?: string }

interface RecordTableProps {
  label: string
  columns: readonly RecordColumn[]
  /** Cell above the checkboxes of the rows; absent in tables whose rows can’t be chosen. */
  choice?: ReactNode
  className?: string | undefined
  /** A `tr` for each record. */
  children: ReactNode
}

export function RecordTable({ label, columns, choice, className = '', children }: RecordTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${className}`} aria-label={label}>
        <thead>
          <tr>
            {choice !== undefined && <td>{choice}</td>}
            {columns.map((column) => {
              const { heading, cells, hint } = typeof column === 'string' ? { heading: column } : column
              return (
                <th key={heading} scope="col" className={cells && classes[cells]} title={hint}>
                  {heading}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
