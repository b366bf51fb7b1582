/** The events as a table: filter, sort, and a click that goes to the moment in the video. */
import { Button, Select } from '@mantine/core'
import { IconArrowNarrowRight, IconFilterOff } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../messages/plural.ts'
import { ClassDot } from '../../ui/class-dot.tsx'
import { formatDuration, formatTimecode, humanise } from '../../ui/format.ts'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../ui/virtual-table.tsx'
import type { Records } from '../files/use-records.ts'
import classes from '../panels/panel.module.css'
import { type Playback, usePlaybackValue } from '../player/playback.ts'
import { directionText } from './cumulative.ts'
import {
  ALL_EVENTS,
  BY_TIME,
  type EventFilter,
  filterEvents,
  isFiltered,
  nearestInTime,
  type Sort,
  type SortKey,
  sortEvents,
  valuesOf,
} from './event-filter.ts'
import type { EventRow } from './event-row.ts'

interface EventsPanelProps {
  events: Records<EventRow>
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
  playback: Playback
  /** Lands on the event's frame. */
  onShow: (event: EventRow) => void
}

export function EventsPanel({ events, filter, onFilter, playback, onShow }: EventsPanelProps) {
  const [sort, setSort] = useState(BY_TIME)
  // A new wrapper comes with every batch; the items inside grow in place.
  const rows = useMemo(() => sortEvents(events.items, filterEvents(events.items, filter), sort), [events, filter, sort])
  return (
    <div className={classes.panel}>
      <Filters events={events} filter={filter} onFilter={onFilter} />
      <div className={classes.fill}>
        <EventsTable {...{ events, rows, sort, playback, onShow }} onSort={setSort}>
          {emptyText(events, filter)}
        </EventsTable>
      </div>
      <p className={classes.foot} role="status">
        {footText(events, rows.length)}
      </p>
    </div>
  )
}

interface EventsTableProps {
  events: Records<EventRow>
  /** Indices into the events, in the order shown. */
  rows: readonly number[]
  sort: Sort
  playback: Playback
  onSort: (sort: Sort) => void
  onShow: (event: EventRow) => void
  /** Shown when there are no rows. */
  children: ReactNode
}

/** Follows the video a few times a second; only this part of the panel renders then. */
function EventsTable({ events, rows, sort, playback, onSort, onShow, children }: EventsTableProps) {
  const byTime = sort.key === 'timeS' && !sort.descending
  const timeS = usePlaybackValue(playback, (t) =>
    playback.isPlaying() ? Math.floor(t * FOLLOWS_PER_S) / FOLLOWS_PER_S : t,
  )
  const near = useMemo(() => (byTime ? nearestInTime(events.items, rows, timeS) : -1), [events, rows, byTime, timeS])
  const table = useRef<VirtualTableHandle>(null)
  useEffect(() => {
    if (near >= 0) table.current?.scrollToRow(near)
  }, [near])
  const at = useCallback((row: number) => events.items[rows[row] as number] as EventRow, [events, rows])
  const shown = useMemo(() => columns(at), [at])

  return (
    <VirtualTable
      label="Events"
      handle={table}
      columns={shown}
      rowCount={rows.length}
      sort={sort}
      onSort={(key) => onSort({ key: key as SortKey, descending: sort.key === key ? !sort.descending : false })}
      onRow={(row) => onShow(at(row))}
      current={near}
      minWidth={500}
      empty={children}
    />
  )
}

const FOLLOWS_PER_S = 8

const columns = (at: (row: number) => EventRow): Column[] => [
  { key: 'timeS', title: 'Time', width: '76px', sortable: true, cell: (row) => formatTimecode(at(row).timeS) },
  { key: 'type', title: 'Event', width: 'minmax(96px, 1.2fr)', sortable: true, cell: (row) => what(at(row)) },
  { key: 'geometry', title: 'Place', width: 'minmax(80px, 1.2fr)', sortable: true, cell: (row) => at(row).geometry },
  {
    key: 'direction',
    title: 'Direction',
    width: '84px',
    sortable: true,
    cell: (row) => <Way of={at(row).direction} />,
  },
  { key: 'className', title: 'Class', width: 'minmax(84px, 1fr)', sortable: true, cell: (row) => classOf(at(row)) },
  { key: 'trackId', title: 'Track', width: '62px', align: 'right', sortable: true, cell: (row) => at(row).trackId },
]

const classOf = ({ className }: EventRow) => (className ? <ClassDot name={className} /> : null)

function what({ type, dwellS }: EventRow): string {
  return dwellS === null ? humanise(type) : `${humanise(type)}, ${formatDuration(dwellS)}`
}

function Way({ of: direction }: { of: string }): ReactNode {
  if (direction !== 'a_to_b' && direction !== 'b_to_a') return directionText(direction)
  const [from, to] = direction === 'a_to_b' ? ['A', 'B'] : ['B', 'A']
  return (
    <span className={classes.way}>
      {from}
      <IconArrowNarrowRight size={14} stroke={1.6} aria-label="to" />
      {to}
    </span>
  )
}

type FilterProps = Pick<EventsPanelProps, 'events' | 'filter' | 'onFilter'>

function Filters({ events, filter, onFilter }: FilterProps) {
  return (
    <div className={classes.tools}>
      <FilterSelect field="type" label="Events" {...{ events, filter, onFilter }} />
      <FilterSelect field="geometry" label="Places" {...{ events, filter, onFilter }} />
      <FilterSelect field="direction" label="Directions" {...{ events, filter, onFilter }} />
      <FilterSelect field="className" label="Classes" {...{ events, filter, onFilter }} />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={14} />}
          onClick={() => onFilter(ALL_EVENTS)}
        >
          Clear
        </Button>
      )}
    </div>
  )
}

interface FilterSelectProps extends FilterProps {
  field: keyof EventFilter
  label: string
}

function FilterSelect({ field, label, events, filter, onFilter }: FilterSelectProps) {
  const values = useMemo(() => valuesOf(events.items, field), [events, field])
  const text = (value: string) =>
    field === 'type' ? humanise(value) : field === 'direction' ? directionText(value) : value
  const chosen = filter[field]
  const choices = chosen === null || values.includes(chosen) ? values : [...values, chosen]
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      placeholder={`All ${label.toLowerCase()}`}
      data={choices.map((value) => ({ value, label: text(value) }))}
      value={chosen}
      disabled={choices.length === 0}
      clearable
      onChange={(value) => onFilter({ ...filter, [field]: value })}
    />
  )
}

function emptyText(events: Records<EventRow>, filter: EventFilter): string {
  if (events.error) return events.error
  if (!events.done) return 'Reading…'
  if (isFiltered(filter) && events.items.length > 0) return 'No event fits the filter.'
  return 'No events were measured. A measure block and a CSV or JSON sink behind it write them.'
}

function footText(events: Records<EventRow>, shown: number): string {
  const all = events.items.length
  const count = shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`
  if (!events.done) return `${count} events, reading…`
  if (events.truncated) {
    return `The first ${formatCount(all)} events. The file has more: download it under Files to see them all.`
  }
  return `${count} ${all === 1 ? 'event' : 'events'}`
}
