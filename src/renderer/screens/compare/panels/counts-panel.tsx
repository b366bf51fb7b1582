/** Every figure of the runs' counts, largest difference first; a row opens the first event that differs. */
import { Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Comparison } from '../comparison/use-comparison.ts'
import type { EventPair } from '../matching/match-events.ts'
import type { Places } from '../matching/places.ts'

const T = texts.compare.counts

type SortKey = 'where' | 'a' | 'b' | 'difference' | 'share'

export function CountsPanel({ comparison }: { comparison: Comparison }) {
  const { a, b, places, differences, showPair } = comparison
  const [sort, setSort] = useState<{ key: SortKey; descending: boolean }>({ key: 'difference', descending: true })
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  const all = useMemo(() => countRows(a.run.counts, b.run.counts, places), [a.run.counts, b.run.counts, places])
  const rows = useMemo(() => {
    const shown = onlyDiffering ? all.filter((r) => differs(r)) : [...all]
    return shown.sort((x, y) => (sort.descending ? -1 : 1) * by(sort.key, x, y))
  }, [all, onlyDiffering, sort])
  const of = (row: number) => rows[row] as CountRow

  const figure = (key: 'a' | 'b', title: string): Column => ({
    key,
    title,
    width: '96px',
    align: 'right',
    sortable: true,
    cell: (r) => {
      const value = of(r)[key]
      return value === null ? <span className={classes.absent}>{T.noPlace}</span> : valueText(of(r), value)
    },
  })
  const columns: Column[] = [
    { key: 'where', title: T.where, width: 'minmax(110px, 1.2fr)', sortable: true, cell: (r) => of(r).title },
    { key: 'figure', title: T.figure, width: 'minmax(110px, 1fr)', cell: (r) => T.figures[of(r).figure] },
    {
      key: 'class',
      title: T.className,
      width: 'minmax(100px, 1fr)',
      cell: (r) => {
        const { className } = of(r)
        return className === null ? T.all : <ClassDot name={className} />
      },
    },
    figure('a', texts.compare.run('1')),
    figure('b', texts.compare.run('2')),
    {
      key: 'difference',
      title: T.difference,
      width: '104px',
      align: 'right',
      sortable: true,
      cell: (r) => <Difference row={of(r)} />,
    },
    {
      key: 'share',
      title: T.share,
      width: '84px',
      align: 'right',
      sortable: true,
      cell: (r) => shareText(of(r)),
    },
  ]
  const onSort = (key: string) =>
    setSort((now) => ({ key: key as SortKey, descending: now.key === key ? !now.descending : true }))
  const onRow = (row: number) => {
    const pair = differences.find((p) => belongs(p, of(row)))
    if (pair) showPair(pair)
  }
  return (
    <div className={panel.panel}>
      <div className={panel.tools}>
        <Checkbox
          size="xs"
          label={T.onlyDiffering}
          checked={onlyDiffering}
          onChange={({ currentTarget }) => setOnlyDiffering(currentTarget.checked)}
        />
      </div>
      <div className={panel.fill}>
        <VirtualTable
          label={T.table}
          columns={columns}
          rowCount={rows.length}
          minWidth={720}
          sort={sort}
          onSort={onSort}
          onRow={onRow}
          empty={all.length === 0 ? T.none : T.same}
        />
      </div>
    </div>
  )
}

/** Sums of seconds differ by float noise. */
const differs = ({ a, b, difference }: CountRow) => Math.abs(difference) > 1e-6 || (a === null) !== (b === null)

const valueText = ({ figure }: CountRow, value: number): string =>
  figure === 'dwell_s' ? T.seconds(formatDecimal(value, 1)) : formatCount(value)

function Difference({ row }: { row: CountRow }) {
  const { difference } = row
  if (Math.abs(difference) < 1e-6) return <span className={classes.dimmed}>{valueText(row, 0)}</span>
  return <strong>{`${difference > 0 ? '+' : '−'}${valueText(row, Math.abs(difference))}`}</strong>
}

const share = ({ a, difference }: CountRow): number =>
  difference === 0 ? 0 : a ? difference / a : Number.POSITIVE_INFINITY

function shareText(row: CountRow): string {
  if (Math.abs(row.difference) < 1e-6) return ''
  const part = share(row)
  if (!Number.isFinite(part)) return T.fresh
  return `${part > 0 ? '+' : '−'}${formatDecimal(Math.abs(part) * 100, 0)} %`
}

function by(key: SortKey, x: CountRow, y: CountRow): number {
  if (key === 'where') return y.title.localeCompare(x.title)
  if (key === 'difference') return Math.abs(x.difference) - Math.abs(y.difference)
  if (key === 'share') return compared(Math.abs(share(x)), Math.abs(share(y)))
  return (x[key] ?? -1) - (y[key] ?? -1)
}

const compared = (x: number, y: number) => (x === y ? 0 : x < y ? -1 : 1)

function belongs(pair: EventPair, { place, figure, className }: CountRow): boolean {
  if (pair.place !== place || (className !== null && pair.className !== className)) return false
  if (figure === 'a_to_b' || figure === 'b_to_a') return pair.direction === figure
  return figure === 'visits' ? pair.type === 'zone_entry' : pair.type.startsWith('zone_')
}

const FIGURES = ['a_to_b', 'b_to_a', 'visits', 'dwell_s', 'peak_occupancy'] as const
type Figure = (typeof FIGURES)[number]

interface CountRow {
  /** Key of the line or zone. */
  place: string
  title: string
  figure: Figure
  /** Null for all classes together. */
  className: string | null
  /** Null when the run has no such line or zone. */
  a: number | null
  b: number | null
  /** B minus A; a place that a run does not have counts as 0. */
  difference: number
}

interface Told {
  place: string
  title: string
  figure: Figure
  className: string | null
  value: number
}

/** Returns every figure of both runs, largest difference first. */
export function countRows(a: RunCounts, b: RunCounts, places: Places): CountRow[] {
  const rows = new Map<string, CountRow>()
  const exists = new Map(places.all.map((p) => [p.key, p]))
  const put = (side: 'a' | 'b', { value, ...told }: Told) => {
    const key = `${told.place}\n${told.figure}\n${told.className ?? ''}`
    const place = exists.get(told.place)
    const row = rows.get(key) ?? { ...told, a: place?.inA ? 0 : null, b: place?.inB ? 0 : null, difference: 0 }
    rows.set(key, { ...row, [side]: value })
  }
  for (const told of figuresOf(a, (id, name) => places.keyOf('a', id, name))) put('a', told)
  for (const told of figuresOf(b, (id, name) => places.keyOf('b', id, name))) put('b', told)
  return [...rows.values()]
    .map((row) => ({ ...row, difference: (row.b ?? 0) - (row.a ?? 0) }))
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference))
}

function figuresOf({ lines, zones }: RunCounts, keyOf: (nodeId: string, name: string) => string): Told[] {
  const told: Told[] = []
  for (const { node_id, name, a_to_b, b_to_a, by_class } of lines) {
    const of = { place: keyOf(node_id, name), title: name }
    const all = Object.entries({ ...by_class, '': { a_to_b, b_to_a } })
    for (const [className, ways] of all) {
      told.push({ ...of, figure: 'a_to_b', className: className || null, value: ways.a_to_b })
      told.push({ ...of, figure: 'b_to_a', className: className || null, value: ways.b_to_a })
    }
  }
  for (const { node_id, name, visits, dwell_s, peak_occupancy, by_class } of zones) {
    const of = { place: keyOf(node_id, name), title: name }
    told.push({ ...of, figure: 'peak_occupancy', className: null, value: peak_occupancy })
    for (const [className, own] of Object.entries({ ...by_class, '': { visits, dwell_s } })) {
      told.push({ ...of, figure: 'visits', className: className || null, value: own.visits })
      told.push({ ...of, figure: 'dwell_s', className: className || null, value: own.dwell_s })
    }
  }
  return told
}
