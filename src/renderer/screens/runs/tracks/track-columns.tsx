/** The columns of the track table. */

import { formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import type { Column } from '../../../base/ui/virtual-table.tsx'
import { briefly } from '../../../parts/run/records/evidence/evidence-text.ts'
import type { TrackSummary } from '../../../parts/run/records/tracks/track-summary.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { Cutout, Thumbnails } from './thumbnails.ts'
import classes from './tracks-panel.module.css'

type CutoutOf = (track: TrackSummary) => () => Cutout

export function trackColumns(
  rows: readonly TrackSummary[],
  thumbnails: Thumbnails | null,
  cutoutOf: CutoutOf,
): Column[] {
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
export const wayText = ({ pathLength }: TrackSummary): string => `${formatCount(Math.round(pathLength))} px`

function counts({ crossings, visits }: TrackSummary) {
  const all = crossings + visits
  return all === 0 ? <span className={classes.none}>0</span> : all
}
