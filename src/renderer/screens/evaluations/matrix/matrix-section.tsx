// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells take the focus
/** The confusion matrix with its choices, and a sentence about the cell that is pointed at. */
import { Checkbox, SegmentedControl } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, memo, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { BACKGROUND, type ConfusionMatrix } from '../../../../shared/api/model-evaluations.ts'
import { Section } from '../../../base/ui/page.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './matrix.module.css'
import { type Cell, cellText, confusedLabels, countOf, isEmptyCell, shareOf } from './matrix-cells.ts'

const words = texts.evaluations.matrix

/** From here on, leaving out classes without errors helps. */
const MANY = 12

interface MatrixSectionProps {
  matrix: ConfusionMatrix
  /** Null when the images can’t be opened. */
  onOpen: ((cell: Cell) => void) | null
}

export function MatrixSection({ matrix, onOpen }: MatrixSectionProps) {
  const [values, setValues] = useState<'counts' | 'shares'>('counts')
  const [onlyConfused, setOnlyConfused] = useState(false)
  const [pointed, setPointed] = useState<At | null>(null)
  const shown = useMemo(
    () => (onlyConfused ? confusedLabels(matrix) : matrix.labels.map((_, i) => i)),
    [matrix, onlyConfused],
  )
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={words.values}
          value={values}
          onChange={(value) => setValues(value === 'shares' ? 'shares' : 'counts')}
          data={[
            { value: 'counts', label: words.counts },
            { value: 'shares', label: words.shares },
          ]}
        />
        {matrix.labels.length > MANY && (
          <Checkbox
            size="xs"
            label={words.onlyConfused}
            checked={onlyConfused}
            onChange={({ currentTarget }) => setOnlyConfused(currentTarget.checked)}
          />
        )}
        <span className={classes.axes}>{words.axes}</span>
      </div>
      <div className={classes.scroll}>
        <MatrixGrid matrix={matrix} shown={shown} values={values} onOpen={onOpen} onPoint={setPointed} />
      </div>
      <p className={classes.reading} role="status">
        {(pointed && cellText(matrix, pointed.row, pointed.column)) || words.pointHint}
      </p>
    </Section>
  )
}

const PAGE = 10

/** Indexes of labels. */
interface At {
  row: number
  column: number
}

interface MatrixGridProps {
  matrix: ConfusionMatrix
  /** Indexes of the labels that are shown. */
  shown: readonly number[]
  values: 'counts' | 'shares'
  onPoint(at: At | null): void
  onOpen: ((cell: Cell) => void) | null
}

/** The confusion matrix as a grid: arrow keys move between cells, Enter opens the images of one. */
function MatrixGrid({ matrix, shown, values, onPoint, onOpen }: MatrixGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const first = shown[0] ?? 0
  const [active, setActive] = useState<At>({ row: first, column: first })
  // The cell that takes the focus may be hidden now.
  const row = shown.includes(active.row) ? active.row : first
  const column = shown.includes(active.column) ? active.column : first

  const open = ({ row, column }: At) => {
    if (countOf(matrix, row, column) === 0) return
    onOpen?.({ truth: matrix.labels[row] ?? '', prediction: matrix.labels[column] ?? '' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cellOf(event)
    if (!at) return
    const [y, x] = [shown.indexOf(at.row), shown.indexOf(at.column)]
    const last = shown.length - 1
    const moves: Record<string, [number, number]> = {
      ArrowUp: [y - 1, x],
      ArrowDown: [y + 1, x],
      ArrowLeft: [y, x - 1],
      ArrowRight: [y, x + 1],
      PageUp: [y - PAGE, x],
      PageDown: [y + PAGE, x],
      Home: [event.ctrlKey ? 0 : y, 0],
      End: [event.ctrlKey ? last : y, last],
    }
    const move = moves[event.key]
    if (move) {
      const [toRow, toColumn] = move.map((i) => shown[Math.min(last, Math.max(0, i))])
      table.current?.querySelector<HTMLElement>(`[data-row="${toRow}"][data-column="${toColumn}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') open(at)
    else return
    event.preventDefault()
  }
  const onFocus = (event: SyntheticEvent) => {
    const at = cellOf(event)
    if (!at) return
    setActive(at)
    onPoint(at)
  }
  return (
    <table
      ref={table}
      role="grid"
      aria-label={words.title}
      className={classes.grid}
      data-density={densityOf(shown.length)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPointerOver={(event) => onPoint(cellOf(event))}
      onPointerLeave={() => onPoint(null)}
      onClick={(event) => {
        const at = cellOf(event)
        if (at) open(at)
      }}
    >
      <thead>
        <tr>
          <td className={classes.corner} />
          {shown.map((label) => (
            <th key={label} scope="col" title={matrix.labels[label]}>
              <span>{headingOf(matrix.labels[label], words.missed)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((label) => (
          <MatrixRow
            key={label}
            matrix={matrix}
            shown={shown}
            values={values}
            row={label}
            activeColumn={label === row ? column : null}
          />
        ))}
      </tbody>
    </table>
  )
}

interface MatrixRowProps {
  matrix: ConfusionMatrix
  shown: readonly number[]
  values: 'counts' | 'shares'
  row: number
  /** The cell that the tab key reaches; null in other rows. */
  activeColumn: number | null
}

/** Memoised: a matrix of 80 classes has 6561 cells, of which a move concerns two rows. */
const MatrixRow = memo(function MatrixRow({ matrix, shown, values, row, activeColumn }: MatrixRowProps) {
  return (
    <tr>
      <th scope="row" title={matrix.labels[row]}>
        <span>{headingOf(matrix.labels[row], words.invented)}</span>
      </th>
      {shown.map((column) => {
        const n = countOf(matrix, row, column)
        const share = shareOf(matrix, row, column)
        return (
          <td
            key={column}
            role="gridcell"
            tabIndex={column === activeColumn ? 0 : -1}
            aria-label={cellText(matrix, row, column) || words.notCounted}
            data-row={row}
            data-column={column}
            data-kind={row === column ? 'right' : 'error'}
            data-none={n === 0 || undefined}
            data-uncounted={isEmptyCell(matrix, row, column) || undefined}
            style={n === 0 ? undefined : ({ '--heat': `${Math.round(8 + share * 40)}%` } as CSSProperties)}
          >
            {n === 0 ? '' : values === 'counts' ? formatCount(n) : Math.round(share * 100)}
          </td>
        )
      })}
    </tr>
  )
})

const headingOf = (label: string | undefined, background: string): string =>
  label === BACKGROUND ? background : (label ?? '')

/** The more classes, the smaller the cells; never smaller than a target that can be hit. */
const densityOf = (labels: number): 'wide' | 'medium' | 'dense' =>
  labels <= 8 ? 'wide' : labels <= 20 ? 'medium' : 'dense'

function cellOf({ target }: SyntheticEvent): At | null {
  const { row, column } = (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset ?? {}
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}
