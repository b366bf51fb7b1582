/** The events of both runs, those of only one run first; a row seeks both players to its frame. */
import { SegmentedControl, Select } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../../base/ui/virtual-table.tsx'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Comparison } from '../comparison/use-comparison.ts'
import { type EventPair, whatOf } from '../matching/match-events.ts'

const T = texts.compare.events

export function EventsPanel({ comparison }: { comparison: Comparison }) {
  const { a, b, places, pairs, silent, differences, done, current, showPair } = comparison
  const [shown, setShown] = useState<'differences' | 'all'>('differences')
  const [place, setPlace] = useState<string | null>(null)
  const table = useRef<VirtualTableHandle>(null)
  const rows = useMemo(() => {
    const all = shown === 'all' ? pairs : differences
    return place === null ? all : all.filter((p) => p.place === place)
  }, [shown, place, pairs, differences])
  const currentRow = current ? rows.indexOf(current) : -1
  useEffect(() => {
    if (currentRow >= 0) table.current?.scrollToRow(currentRow)
  }, [currentRow])

  const titles = useMemo(() => new Map(places.all.map((p) => [p.key, p.title])), [places])
  const of = (row: number) => rows[row] as EventPair
  const columns: Column[] = [
    { key: 'time', title: T.time, width: '90px', cell: (r) => formatTimecode(of(r).timeS) },
    { key: 'where', title: T.where, width: 'minmax(110px, 1.2fr)', cell: (r) => titles.get(of(r).place) },
    { key: 'what', title: T.what, width: 'minmax(80px, 0.8fr)', cell: (r) => whatOf(of(r)) },
    { key: 'class', title: T.className, width: 'minmax(100px, 1fr)', cell: (r) => <ClassDot name={of(r).className} /> },
    { key: 'a', title: texts.compare.run('1'), width: '132px', cell: (r) => <InRun event={of(r).a} /> },
    { key: 'b', title: texts.compare.run('2'), width: '132px', cell: (r) => <InRun event={of(r).b} /> },
    { key: 'apart', title: T.apart, width: '90px', align: 'right', cell: (r) => apartText(of(r)) },
  ]
  const error = a.inspection.events.error ?? b.inspection.events.error
  const here = place === null ? pairs : pairs.filter((p) => p.place === place)
  if (silent.length > 0 && places.all.length > 0)
    return <p className={panel.message}>{T.missing(silent.join(texts.compare.and))}</p>
  return (
    <div className={panel.panel}>
      <div className={panel.tools}>
        <SegmentedControl
          aria-label={T.show}
          value={shown}
          data={[
            { value: 'differences', label: T.onlyDifferences },
            { value: 'all', label: T.all },
          ]}
          onChange={(value) => setShown(value as typeof shown)}
        />
        <Select
          w={200}
          aria-label={T.place}
          placeholder={T.allPlaces}
          clearable
          data={places.all.map((p) => ({ value: p.key, label: p.title }))}
          value={place}
          onChange={setPlace}
        />
      </div>
      <div className={panel.fill}>
        <VirtualTable
          label={T.table}
          columns={columns}
          rowCount={rows.length}
          current={currentRow}
          minWidth={640}
          handle={table}
          onRow={(row) => showPair(of(row))}
          empty={error ?? (done ? emptyText(here.length, place !== null) : texts.compare.timeline.reading)}
        />
      </div>
      {done && error === null && <p className={panel.foot}>{footText(here)}</p>}
    </div>
  )
}

const emptyText = (pairs: number, ofOnePlace: boolean): string => {
  if (ofOnePlace) return pairs === 0 ? T.noneHere : T.noneDifferHere
  return pairs === 0 ? T.none : T.noneDiffer
}

function InRun({ event }: { event: EventRow | null }) {
  if (event === null) return <span className={classes.absent}>{texts.compare.absent}</span>
  return <span className={classes.present}>{T.yes(event.trackId)}</span>
}

const apartText = ({ a, b }: EventPair): string => (a && b ? T.apartMs(Math.round((b.timeS - a.timeS) * 1000)) : '')

/** The totals under the events of both runs, of the selected line or zone, or of all. */
function footText(pairs: readonly EventPair[]): string {
  const onlyA = pairs.filter(({ b }) => b === null).length
  const onlyB = pairs.filter(({ a }) => a === null).length
  return texts.compare.events.foot(onlyA + onlyB, onlyA, onlyB, pairs.length - onlyA - onlyB)
}
