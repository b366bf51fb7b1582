/** The selected track: its thumbnail, its duration, and links to its first and last frame and to its counts. */
import { Button } from '@mantine/core'
import { IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import type { TrackSummary } from '../../../parts/run/records/tracks/track-summary.ts'
import { texts } from '../../../texts/texts.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { Cutout, Thumbnails } from './thumbnails.ts'
import { wayText } from './track-columns.tsx'
import classes from './tracks-panel.module.css'

interface TrackDetailsProps {
  track: TrackSummary
  thumbnails: Thumbnails | null
  inspection: Inspection
  cutout: () => Cutout
}

export function TrackDetails({ track, thumbnails, inspection, cutout }: TrackDetailsProps) {
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
