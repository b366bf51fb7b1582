/** The event table: filters and sorts events; a click on a row seeks the video to its event. */
import { Button, Select } from '@mantine/core'
import { IconArrowNarrowRight, IconFilterOff } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatDuration, formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import classes from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../../base/ui/virtual-table.tsx'
import { type Playback, usePlaybackValue } from '../../../parts/run/player/playback.ts'
import { directionText } from '../../../parts/run/records/events/cumulative.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { briefly } from '../../../parts/run/records/evidence/evidence-text.ts'
import type { Records } from '../../../parts/run/records/use-records.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { SaveTable } from '../files/save-table.tsx'
import {
  ALL_EVENTS,
  BY_TIME,
  countOfKind,
  type EventFilter,
  filterEvents,
  isFiltered,
  nearestInTime,
  type Sort,
  type SortKey,
  sortEvents,
  valuesOf,
} from './event-filter.ts'
import { eventTitle } from './event-title.ts'

interface EventsPanelProps {
  events: Records<EventRow>
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
  playback: Playback
  /** Seeks to the event's frame. */
  onShow: (event: EventRow) => void
}

export function EventsPanel({ events, filter, onFilter, playback, onShow }: EventsPanelProps) {
  const [sort, setSort] = useState(BY_TIME)
  // Every batch creates a new wrapper; the items inside grow in place.
  const rows = useMemo(() => sortEvents(events.items, filterEvents(events.items, filter), sort), [events, filter, sort])
  const kind = useMemo(() => countOfKind(events.items, filter), [events, filter])
  return (
    <div className={classes.panel}>
      <Filters events={events} filter={filter} onFilter={onFilter} />
      <div className={classes.fill}>
        <EventsTable events={events} rows={rows} sort={sort} playback={playback} onShow={onShow} onSort={setSort}>
          {emptyText(events, filter)}
        </EventsTable>
      </div>
      <div className={classes.bottom}>
        <p role="status">{footText(events, rows.length, kind)}</p>
        <SaveTable
          name="events"
          columns={EVENT_COLUMNS}
          rowCount={rows.length}
          at={(row) => savedEvent(events, rows, row)}
        />
      </div>
    </div>
  )
}

interface EventsTableProps {
  events: Records<EventRow>
  /** Indices into the events, in display order. */
  rows: readonly number[]
  sort: Sort
  playback: Playback
  onSort: (sort: Sort) => void
  onShow: (event: EventRow) => void
  /** Displayed when there are no rows. */
  children: ReactNode
}

/** Follows the video a few times per second; only this part of the panel renders then. */
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
  // Only lines have a direction; without one, the column's width goes to the names.
  const directed = useMemo(() => events.items.some(({ direction }) => direction !== ''), [events])
  const shown = useMemo(() => columns(at).filter(({ key }) => directed || key !== 'direction'), [at, directed])

  return (
    <VirtualTable
      label={texts.runs.events.panel.title}
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

/** The column names are those of the run's own files. */
const EVENT_COLUMNS = [
  ...['time_s', 'frame_index', 'type', 'geometry', 'direction', 'track_id', 'class_name', 'dwell_s', 'occupancy_max'],
  'node_id',
] as const

function savedEvent(events: Records<EventRow>, rows: readonly number[], row: number) {
  const e = events.items[rows[row] as number] as EventRow
  const { timeS, frameNumber, type, geometry, direction, trackId, className, dwellS, occupancy, nodeId } = e
  return [
    ...[timeS, frameNumber, type, geometry, direction || null, trackId, className || null, dwellS, occupancy],
    nodeId || null,
  ]
}

const columns = (at: (row: number) => EventRow): Column[] => [
  {
    key: 'timeS',
    title: texts.runs.words.time,
    width: '76px',
    sortable: true,
    cell: (row) => formatTimecode(at(row).timeS),
  },
  {
    key: 'type',
    title: texts.runs.events.panel.event,
    width: 'minmax(120px, 1.2fr)',
    sortable: true,
    cell: (row) => what(at(row)),
  },
  {
    key: 'geometry',
    title: texts.runs.words.place,
    width: 'minmax(80px, 1.2fr)',
    sortable: true,
    cell: (row) => at(row).geometry,
  },
  {
    key: 'direction',
    title: texts.runs.events.panel.direction,
    width: '84px',
    sortable: true,
    cell: (row) => <Way of={at(row).direction} />,
  },
  {
    key: 'className',
    title: texts.runs.words.className,
    width: 'minmax(98px, 1fr)',
    sortable: true,
    cell: (row) => classOf(at(row)),
  },
  {
    key: 'trackId',
    title: texts.runs.words.track,
    width: '62px',
    align: 'right',
    sortable: true,
    cell: (row) => at(row).trackId,
  },
]

const classOf = ({ className }: EventRow) => (className ? <ClassDot name={className} /> : null)

function what({ type, dwellS, occupancy }: EventRow): string {
  const figure = dwellS === null ? occupancy : dwellS < 60 ? briefly(dwellS) : formatDuration(dwellS)
  return figure === null ? eventTitle(type) : `${eventTitle(type)}, ${figure}`
}

function Way({ of: direction }: { of: string }): ReactNode {
  if (direction !== 'a_to_b' && direction !== 'b_to_a') return directionText(direction)
  const [from, to] = direction === 'a_to_b' ? ['A', 'B'] : ['B', 'A']
  return (
    <span className={classes.way}>
      {from}
      <IconArrowNarrowRight size={14} stroke={1.6} aria-label={texts.runs.events.panel.to} />
      {to}
    </span>
  )
}

type FilterProps = Pick<EventsPanelProps, 'events' | 'filter' | 'onFilter'>

function Filters({ events, filter, onFilter }: FilterProps) {
  return (
    <div className={classes.tools}>
      <FilterSelect
        field="type"
        label={texts.runs.events.panel.title}
        events={events}
        filter={filter}
        onFilter={onFilter}
      />
      <FilterSelect
        field="geometry"
        label={texts.runs.events.panel.places}
        events={events}
        filter={filter}
        onFilter={onFilter}
      />
      <FilterSelect
        field="direction"
        label={texts.runs.events.panel.directions}
        events={events}
        filter={filter}
        onFilter={onFilter}
      />
      <FilterSelect
        field="className"
        label={texts.runs.events.panel.classes}
        events={events}
        filter={filter}
        onFilter={onFilter}
      />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={14} />}
          onClick={() => onFilter(ALL_EVENTS)}
        >
          {texts.runs.events.panel.clear}
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
    field === 'type' ? eventTitle(value) : field === 'direction' ? directionText(value) : value
  const chosen = filter[field]
  const choices = chosen === null || values.includes(chosen) ? values : [...values, chosen]
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      placeholder={texts.runs.events.panel.all[field]}
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
  if (!events.done) return texts.runs.words.reading
  if (isFiltered(filter) && events.items.length > 0) return texts.runs.events.panel.noMatches
  if (events.items.length > 0) return texts.runs.events.panel.onlyOccupancy
  return texts.runs.events.panel.none
}

/**
 * The line below the event table: the number of events shown, and of how many.
 * @param all number of events of the listed kind
 */
export function footText(events: Records<EventRow>, shown: number, all: number): string {
  const words = texts.runs.events.panel
  // While events are being read, the table lags behind them.
  if (!events.done) return words.reading(shown)
  // The table itself shows the error.
  if (events.error && events.items.length === 0) return ''
  const count = words.count(shown === all ? formatCount(all) : texts.runs.words.ofAll(shown, all), all)
  if (events.error) return words.broken(count, events.error)
  return events.truncated ? words.first(count, events.items.length) : count
}
