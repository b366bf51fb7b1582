/** The matched tracks of the two runs, and those without a partner; a row seeks to the first sighting. */
import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatDecimal, formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import { summarise, type TrackSummary } from '../../../parts/run/records/tracks/track-summary.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Comparison } from '../comparison/use-comparison.ts'
import {
  type ClassTracks,
  type TrackMatches,
  type TrackRow,
  trackRows,
  tracksByClass,
} from '../matching/match-tracks.ts'

const T = texts.compare.tracks
const FILTERS = ['all', 'paired', 'onlyA', 'onlyB'] as const
type Filter = (typeof FILTERS)[number]

const FITS: Record<Filter, (row: TrackRow) => boolean> = {
  all: () => true,
  paired: ({ a, b }) => a !== null && b !== null,
  onlyA: ({ b }) => b === null,
  onlyB: ({ a }) => a === null,
}

interface TracksPanelProps {
  comparison: Comparison
  /** Null while they are being computed. */
  matches: TrackMatches | null
}

export function TracksPanel({ comparison, matches }: TracksPanelProps) {
  const { a, b, showTracks } = comparison
  const [filter, setFilter] = useState<Filter>('all')
  const [current, setCurrent] = useState<TrackRow | null>(null)
  const [one, two] = [a.inspection, b.inspection]
  const tracksA = useMemo(() => summarise(one.frames.index, one.settledEvents.items), [one.frames, one.settledEvents])
  const tracksB = useMemo(() => summarise(two.frames.index, two.settledEvents.items), [two.frames, two.settledEvents])
  const byClass = useMemo(() => tracksByClass(tracksA, tracksB), [tracksA, tracksB])
  const all = useMemo(() => (matches ? trackRows(tracksA, tracksB, matches) : []), [tracksA, tracksB, matches])
  const rows = useMemo(() => all.filter(FITS[filter]), [all, filter])
  const of = (row: number) => rows[row] as TrackRow

  const read = one.frames.done && two.frames.done
  const missing = read
    ? [tracksA.length === 0 && !a.hasFrameFiles ? '1' : '', tracksB.length === 0 && !b.hasFrameFiles ? '2' : '']
    : []
  const numbers = missing.filter((number) => number !== '')
  if (numbers.length > 0) return <p className={panel.message}>{T.missing(numbers.join(texts.compare.and))}</p>

  const columns: Column[] = [
    { key: 'a', title: texts.compare.run('1'), width: '66px', cell: (r) => <Id track={of(r).a} /> },
    { key: 'b', title: texts.compare.run('2'), width: '66px', cell: (r) => <Id track={of(r).b} /> },
    {
      key: 'class',
      title: T.className,
      width: 'minmax(92px, 0.8fr)',
      cell: (r) => <ClassDot name={(of(r).a ?? of(r).b)?.className ?? ''} />,
    },
    { key: 'from', title: T.from, width: '74px', cell: (r) => formatTimecode(of(r).firstS) },
    {
      key: 'lengthA',
      title: `${T.length} A`,
      width: '74px',
      align: 'right',
      cell: (r) => secondsText(of(r).a?.durationS ?? null),
    },
    {
      key: 'lengthB',
      title: `${T.length} B`,
      width: '74px',
      align: 'right',
      cell: (r) => secondsText(of(r).b?.durationS ?? null),
    },
    {
      key: 'iou',
      title: T.overlap,
      width: '84px',
      align: 'right',
      cell: (r) => {
        const { iou } = of(r)
        return iou === null ? '' : `${formatDecimal(iou * 100, 0)} %`
      },
    },
    { key: 'frames', title: T.frames, width: '66px', align: 'right', cell: (r) => of(r).frames || '' },
    {
      key: 'note',
      title: T.note,
      width: 'minmax(180px, 1.8fr)',
      cell: (r) => {
        const text = noteText(of(r))
        return <span title={text}>{text}</span>
      },
    },
  ]
  const paired = all.filter(FITS.paired).length
  return (
    <div className={classes.split}>
      <div className={panel.panel}>
        <div className={panel.tools}>
          <SegmentedControl
            aria-label={T.show}
            value={filter}
            data={FILTERS.map((value) => ({ value, label: T[value] }))}
            onChange={(value) => setFilter(value as Filter)}
          />
          <Tooltip label={T.rule} multiline w={340}>
            <ActionIcon aria-label={T.ruleName}>
              <IconInfoCircle size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </div>
        <div className={panel.fill}>
          <VirtualTable
            label={T.table}
            columns={columns}
            rowCount={rows.length}
            current={current ? rows.indexOf(current) : -1}
            minWidth={780}
            onRow={(row) => {
              setCurrent(of(row))
              showTracks(of(row).a?.id ?? null, of(row).b?.id ?? null, bothSeen(of(row)))
            }}
            empty={!read ? T.reading : !matches ? T.matching : all.length === 0 ? T.empty : T.none}
          />
        </div>
        <p className={panel.foot}>
          {matches ? T.foot(paired, all.filter(FITS.onlyA).length, all.filter(FITS.onlyB).length) : T.matching}
        </p>
      </div>
      <ClassTracksTable rows={byClass} />
    </div>
  )
}

/** The time at which both are visible, if there is one; else the first sighting. */
const bothSeen = ({ a, b, firstS }: TrackRow): number => (a && b ? Math.max(a.firstS, b.firstS) : firstS)

function Id({ track }: { track: TrackSummary | null }) {
  if (track === null) return <span className={classes.absent}>{texts.compare.absent}</span>
  return <span className={classes.present}>#{track.id}</span>
}

function noteText({ a, b, pieceOf }: TrackRow): string {
  if (a && b) return a.className === b.className ? '' : T.classDiffers(a.className, b.className)
  if (pieceOf === null) return ''
  return a ? T.lies('1', '2', pieceOf) : T.lies('2', '1', pieceOf)
}

/** The number and mean duration of the tracks of each class, for both runs. */
function ClassTracksTable({ rows }: { rows: readonly ClassTracks[] }) {
  if (rows.length === 0) return null
  return (
    <aside className={classes.aside}>
      <table className={classes.facts}>
        <caption>{T.perClass}</caption>
        <thead>
          <tr>
            <th scope="col">{T.className}</th>
            <th scope="col">{`${T.number} A`}</th>
            <th scope="col">{`${T.number} B`}</th>
            <th scope="col">{`${T.mean} A`}</th>
            <th scope="col">{`${T.mean} B`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ className, a, b, meanA, meanB }) => (
            <tr key={className} data-differs={a !== b || undefined}>
              <th scope="row">
                <ClassDot name={className} />
              </th>
              <td>{formatCount(a)}</td>
              <td>{formatCount(b)}</td>
              <td>{secondsText(meanA)}</td>
              <td>{secondsText(meanB)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  )
}

const secondsText = (seconds: number | null): string => (seconds === null ? '' : T.seconds(formatDecimal(seconds, 1)))
