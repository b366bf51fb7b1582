/** The player of one of the runs: its name, its video with the overlay, and the reason why the selection counted. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import { Stage } from '../../../parts/run/inspector/stage.tsx'
import { frameByFrameNote, NoFrames, UnderOverlay } from '../../../parts/run/inspector/under-overlay.tsx'
import { usePainter } from '../../../parts/run/inspector/use-painter.ts'
import { useLabelsOf } from '../../../parts/run/labels/use-labels.ts'
import { hasStills } from '../../../parts/run/player/overlay-media.ts'
import { explain } from '../../../parts/run/records/evidence/evidence-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Comparison, RunNumber, Side } from '../comparison/use-comparison.ts'

const T = texts.compare

interface SidePlayerProps {
  side: Side
  number: RunNumber
  comparison: Comparison
  onToggle: () => void
}

export function SidePlayer({ side, number, comparison, onToggle }: SidePlayerProps) {
  const { run, inspection } = side
  const { inspector, playback, frames, counts, frame, shape, frameS } = inspection
  const { name } = useLabelsOf(run.id)
  const scene = comparison.scenes[number]
  const { medium, fail, fellBack } = side.medium
  const paint = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: medium?.kind === 'annotated' })
  const started = run.started_at ?? run.created_at
  const words = hasStills(run)
    ? { label: T.player.imageLabel, none: T.player.noImages, annotated: T.player.annotatedImages }
    : T.player
  const note = fellBack ? words.annotated : medium && frameByFrameNote(medium)
  const nothingToDraw = frames.done && frames.index.frameCount === 0
  return (
    <section className={classes.side} aria-label={T.run(number)} data-side={number}>
      <header className={classes.caption}>
        <b className={classes.number}>{number}</b>
        <a href={hrefOf({ screen: 'run', runId: run.id })} title={T.openRun(number)}>
          {name ?? run.workflow_name}
        </a>
        <span>{run.source?.name}</span>
        <time dateTime={started} title={formatFullDate(started)}>
          {formatWhen(started)}
        </time>
      </header>
      {medium === null ? (
        // The images of a run are known once its record is read.
        frames.done && <p className={classes.noVideo}>{words.none}</p>
      ) : (
        <Stage inspector={inspector} playback={playback} frame={frame} shape={shape} paint={paint} onToggle={onToggle}>
          <UnderOverlay
            inspection={inspection}
            medium={medium}
            label={words.label(number)}
            muted={number === '2'}
            onFail={fail}
          />
        </Stage>
      )}
      <Why side={side} number={number} comparison={comparison} />
      {note !== null && <p className={classes.quiet}>{note}</p>}
      {nothingToDraw && <NoFrames run={run} error={frames.error} />}
    </section>
  )
}

function Why({ side: { inspection }, number, comparison }: Omit<SidePlayerProps, 'onToggle'>) {
  const { inspector } = inspection
  const { lonely, clearSelection } = comparison
  const evidence = useInspected(inspector, (s) => s.evidence)
  const trackId = useInspected(inspector, (s) => s.trackId)
  const text = evidence ? explain(evidence) : trackId !== null ? T.player.track(trackId) : null
  const missing =
    lonely?.missingIn !== number ? null : lonely.what === 'event' ? T.player.nothingHere : T.player.noTrack
  return (
    <div className={classes.why} data-chosen={text !== null || undefined}>
      <p role="status">{text ?? missing ?? T.player.hint}</p>
      {text !== null && (
        <Tooltip label={T.player.clearSelection}>
          <ActionIcon aria-label={T.player.clearSelection} onClick={() => clearSelection(number)}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
