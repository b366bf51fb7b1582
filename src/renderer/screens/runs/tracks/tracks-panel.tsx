/** The track table: class, time, path length and counts of every track. Selecting a track shows its whole path. */
import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import panel from '../../../base/ui/panel.module.css'
import { VirtualTable, type VirtualTableHandle } from '../../../base/ui/virtual-table.tsx'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import {
  ALL_TRACKS,
  filterTracks,
  sortTracks,
  summarise,
  type TrackFilter,
  type TrackSummary,
} from '../../../parts/run/records/tracks/track-summary.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { SaveTable } from '../files/save-table.tsx'
import { useThumbnails } from './thumbnail.tsx'
import type { Cutout } from './thumbnails.ts'
import { trackColumns } from './track-columns.tsx'
import { TrackDetails } from './track-details.tsx'

interface TracksPanelProps {
  inspection: Inspection
  /** Video that thumbnails are cut from; null when there is none. */
  src: string | null
}

export function TracksPanel({ inspection, src }: TracksPanelProps) {
  const { inspector, frames, settledEvents, frame, frameS, playback, land } = inspection
  const [filter, setFilter] = useState(ALL_TRACKS)
  const [sort, setSort] = useState({ key: 'id', descending: false })
  const tracks = useMemo(() => summarise(frames.index, settledEvents.items), [frames, settledEvents])
  const rows = useMemo(() => sortTracks(filterTracks(tracks, filter), sort), [tracks, filter, sort])
  const chosen = useInspected(inspector, (s) => s.trackId)
  const current = rows.findIndex((t) => t.id === chosen)
  const table = useRef<VirtualTableHandle>(null)
  useEffect(() => {
    if (current >= 0) table.current?.scrollToRow(current)
  }, [current])

  const thumbnails = useThumbnails(src)
  const cutoutOf = useMemo(
    () => (track: TrackSummary) => (): Cutout => ({
      timeS: playback.elementTime(track.largestS + frameS / 2),
      box: frames.index.boxOf(track.largest),
      frame,
    }),
    [playback, frames, frame, frameS],
  )
  const columns = useMemo(() => trackColumns(rows, thumbnails, cutoutOf), [rows, thumbnails, cutoutOf])
  const choose = (track: TrackSummary) => {
    inspector.chooseEvidence(null)
    inspector.chooseTrack(track.id)
    const now = playback.getTime()
    if (now < track.firstS || now > track.lastS + frameS) land(track.largestS)
  }
  const selected = tracks.find((t) => t.id === chosen)
  return (
    <div className={panel.panel}>
      <Filters tracks={tracks} filter={filter} onFilter={setFilter} />
      <div className={panel.fill}>
        <VirtualTable
          label={texts.runs.page.results.tracks}
          handle={table}
          columns={columns}
          rowCount={rows.length}
          sort={sort}
          onSort={(key) => setSort((s) => ({ key, descending: s.key === key ? !s.descending : key !== 'id' }))}
          onRow={(row) => choose(rows[row] as TrackSummary)}
          current={current}
          minWidth={520}
          empty={frames.done ? texts.runs.tracks.panel.noMatches : texts.runs.words.reading}
        />
      </div>
      {selected && (
        <TrackDetails track={selected} thumbnails={thumbnails} inspection={inspection} cutout={cutoutOf(selected)} />
      )}
      <div className={panel.bottom}>
        <p role="status">
          {rows.length === tracks.length
            ? formatCount(tracks.length)
            : texts.runs.words.ofAll(rows.length, tracks.length)}{' '}
          {texts.runs.tracks.panel.noun(tracks.length)}
          {frames.done ? '' : texts.runs.words.andReading}
          {frames.index.full && texts.runs.tracks.panel.more}
        </p>
        <SaveTable
          name="tracks"
          columns={TRACK_COLUMNS}
          rowCount={rows.length}
          at={(row) => savedTrack(rows[row] as TrackSummary)}
        />
      </div>
    </div>
  )
}

const TRACK_COLUMNS = [
  ...['track_id', 'class_name', 'first_s', 'last_s', 'frames', 'path_px', 'crossings', 'visits', 'places'],
] as const

const savedTrack = (t: TrackSummary) => [
  ...[t.id, t.className, t.firstS, t.lastS, t.sightings],
  ...[Math.round(t.pathLength * 100) / 100, t.crossings, t.visits, t.places.join('; ')],
]

interface FiltersProps {
  tracks: readonly TrackSummary[]
  filter: TrackFilter
  onFilter: (filter: TrackFilter) => void
}

function Filters({ tracks, filter, onFilter }: FiltersProps) {
  const names = useMemo(() => [...new Set(tracks.map((t) => t.className))].sort(), [tracks])
  const places = useMemo(() => [...new Set(tracks.flatMap((t) => t.places))].sort(), [tracks])
  return (
    <div className={panel.tools}>
      <TextInput
        className={panel.filter ?? ''}
        aria-label={texts.runs.tracks.panel.number}
        placeholder={texts.runs.tracks.panel.number}
        leftSection={<IconSearch size={14} />}
        value={filter.id}
        onChange={(e) => onFilter({ ...filter, id: e.currentTarget.value })}
      />
      <Select
        className={panel.filter ?? ''}
        aria-label={texts.runs.words.className}
        placeholder={texts.runs.words.allClasses}
        data={names}
        value={filter.className}
        clearable
        onChange={(className) => onFilter({ ...filter, className })}
      />
      {places.length > 0 && (
        <Select
          className={panel.filter ?? ''}
          aria-label={texts.runs.tracks.panel.countedAt}
          placeholder={texts.runs.tracks.panel.countedOrNot}
          data={places}
          value={filter.place}
          clearable
          onChange={(place) => onFilter({ ...filter, place })}
        />
      )}
    </div>
  )
}
