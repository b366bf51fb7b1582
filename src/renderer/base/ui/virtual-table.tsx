// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table need absolute positions, which tables forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: the scroller has the focus and the arrow keys, rows have a cursor
/** A table of any length that renders only the rows in view. Arrow keys move the cursor, Enter activates a row. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { SortButton } from './sort-button.tsx'
import classes from './virtual-table.module.css'

export interface Column {
  key: string
  title: string
  /** A CSS grid track: `72px`, `minmax(90px, 1fr)`. */
  width: string
  align?: 'left' | 'right'
  mono?: boolean
  sortable?: boolean
  cell: (row: number) => ReactNode
}

export interface VirtualTableHandle {
  scrollToRow(row: number): void
}

interface VirtualTableProps {
  label: string
  columns: readonly Column[]
  rowCount: number
  sort?: { key: string; descending: boolean }
  onSort?: (key: string) => void
  onRow?: (row: number) => void
  /** Index of the row marked as current; -1 marks none. */
  current?: number
  minWidth?: number
  empty?: ReactNode
  handle?: Ref<VirtualTableHandle>
}

const ROW = 28

export function VirtualTable(props: VirtualTableProps) {
  const { label, columns, rowCount, sort, onSort, onRow, current = -1, minWidth, empty, handle } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState(-1)
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const template = { gridTemplateColumns: columns.map((c) => c.width).join(' ') }

  useImperativeHandle(handle, () => ({ scrollToRow: (row) => virtual.scrollToIndex(row, { align: 'auto' }) }), [
    virtual,
  ])
  useEffect(() => {
    if (cursor >= rowCount) setCursor(rowCount - 1)
  }, [cursor, rowCount])

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 2)
    const from = cursor < 0 ? current : cursor
    const steps: Record<string, number> = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page }
    Object.assign(steps, { PageUp: from - page, Home: 0, End: rowCount - 1 })
    const target = steps[event.key]
    if (target !== undefined && rowCount > 0) {
      const row = Math.min(rowCount - 1, Math.max(0, target))
      setCursor(row)
      virtual.scrollToIndex(row)
    } else if (event.key === 'Enter' && cursor >= 0) onRow?.(cursor)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // A header row without headers is not a valid row for screen readers.
  if (columns.length === 0) return <div className={classes.empty}>{empty}</div>
  return (
    <div className={classes.table} role="table" aria-label={label} aria-rowcount={rowCount + 1}>
      <div
        ref={scroller}
        className={classes.scroller}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the arrow keys move through them
        tabIndex={0}
        role="rowgroup"
      >
        <div
          role="presentation"
          style={{ minWidth, height: rowCount === 0 ? undefined : virtual.getTotalSize() + ROW }}
        >
          <div className={classes.head} role="row" style={template}>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </div>
          {virtual.getVirtualItems().map(({ index, start }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the scroller handles the keys for all rows
            <div
              key={index}
              className={classes.row}
              role="row"
              aria-rowindex={index + 2}
              data-current={index === current || undefined}
              data-cursor={index === cursor || undefined}
              data-clickable={onRow ? true : undefined}
              style={{ ...template, transform: `translateY(${start}px)` }}
              onClick={() => {
                setCursor(index)
                onRow?.(index)
              }}
            >
              {columns.map((column) => (
                <div key={column.key} role="cell" className={cellClass(column)}>
                  {column.cell(index)}
                </div>
              ))}
            </div>
          ))}
        </div>
        {rowCount === 0 && <div className={classes.empty}>{empty}</div>}
      </div>
    </div>
  )
}

const cellClass = ({ align, mono }: Column) =>
  [classes.cell, align === 'right' && classes.right, mono && classes.mono].filter(Boolean).join(' ')

interface HeaderCellProps {
  column: Column
  sort: VirtualTableProps['sort']
  onSort: VirtualTableProps['onSort']
}

function HeaderCell({ column, sort, onSort }: HeaderCellProps) {
  const sorted = sort?.key === column.key
  const order = sorted ? (sort.descending ? 'descending' : 'ascending') : undefined
  return (
    <div role="columnheader" className={cellClass({ ...column, mono: false })} aria-sort={order}>
      {column.sortable && onSort ? (
        <SortButton title={column.title} order={order} onSort={() => onSort(column.key)} />
      ) : (
        column.title
      )}
    </div>
  )
}
