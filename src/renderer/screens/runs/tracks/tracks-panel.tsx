/** The track table: class, time, path length and counts of every track. Selecting a track shows its whole path. */
import { Button, Select, TextInput } from '@mantine/core'
import { IconPlayerTrackNext, IconPlayerTrackPrev, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../../base/ui/virtual-table.tsx'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { briefly } from '../../../parts/run/records/evidence/evidence-text.ts'
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
import { type Cutout, Thumbnail, type Thumbnails, useThumbnails } from './thumbnails.tsx'
import classes from './tracks-panel.module.css'

interface TracksPanelProps {
  inspection: Inspection
  /** Video that thumbnails are cut from; null for a run without a video. */
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

interface TrackDetailsProps {
  track: TrackSummary
  thumbnails: Thumbnails | null
  inspection: Inspection
  cutout: () => Cutout
}

/** The selected track: its thumbnail, its duration, and links to its first and last frame and to its counts. */
function TrackDetails({ track, thumbnails, inspection, cutout }: TrackDetailsProps) {
  const { settledEvents, showEvent, land } = inspection
  const own = useMemo(
    () =>
      settledEvents.items.filter(
        (e) => e.trackId === track.id && (e.type === 'line_crossing' || e.type === 'zone_entry'),
      ),
    [settledEvents, track.id],
  )
  return (
    <section className={classes.details} aria-label={texts.runs.tracks.panel.track(track.id)}>
      <Thumbnail thumbnails={thumbnails} id={track.id} cutout={cutout} className={classes.large} urgent />
      <div>
        <h2>
          <ClassDot name={track.className} /> #{track.id}
        </h2>
        <p>
          {texts.runs.tracks.panel.seen(
            formatTimecode(track.firstS),
            formatTimecode(track.lastS),
            track.sightings,
            wayText(track),
          )}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<IconPlayerTrackPrev size={14} />} onClick={() => land(track.firstS)}>
            {texts.runs.tracks.panel.jumpToFirst}
          </Button>
          <Button variant="default" leftSection={<IconPlayerTrackNext size={14} />} onClick={() => land(track.lastS)}>
            {texts.runs.tracks.panel.jumpToLast}
          </Button>
          {own.slice(0, 6).map((e) => (
            <Button key={`${e.type} ${e.geometry} ${e.timeS}`} variant="subtle" onClick={() => showEvent(e)}>
              {e.geometry} {formatTimecode(e.timeS)}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}

type CutoutOf = (track: TrackSummary) => () => Cutout

/** The columns of the track table. */
function trackColumns(rows: readonly TrackSummary[], thumbnails: Thumbnails | null, cutoutOf: CutoutOf): Column[] {
  const at = (row: number) => rows[row] as TrackSummary
  const thumbnail = (row: number) => (
    <Thumbnail thumbnails={thumbnails} id={at(row).id} cutout={cutoutOf(at(row))} className={classes.small} />
  )
  return [
    { key: 'thumbnail', title: '', width: '40px', cell: thumbnail },
    { key: 'id', title: texts.runs.words.track, width: '64px', sortable: true, cell: (row) => `#${at(row).id}` },
    {
      key: 'className',
      title: texts.runs.words.className,
      width: 'minmax(84px, 1.3fr)',
      sortable: true,
      cell: (row) => <ClassDot name={at(row).className} />,
    },
    {
      key: 'firstS',
      title: texts.runs.tracks.panel.firstSeen,
      width: '84px',
      sortable: true,
      cell: (row) => formatTimecode(at(row).firstS),
    },
    {
      key: 'durationS',
      title: texts.runs.tracks.panel.for,
      width: '64px',
      align: 'right',
      sortable: true,
      cell: (row) => briefly(at(row).durationS),
    },
    {
      key: 'pathLength',
      title: texts.runs.tracks.panel.path,
      width: '76px',
      align: 'right',
      sortable: true,
      cell: (row) => wayText(at(row)),
    },
    {
      key: 'counted',
      title: texts.runs.tracks.panel.counted,
      width: '78px',
      align: 'right',
      sortable: true,
      cell: (row) => counts(at(row)),
    },
  ]
}

/** In pixels of the video. */
const wayText = ({ pathLength }: TrackSummary): string => `${formatCount(Math.round(pathLength))} px`

function counts({ crossings, visits }: TrackSummary) {
  const all = crossings + visits
  return all === 0 ? <span className={classes.none}>0</span> : all
}
