/** The player of a finished run: the source video with all results drawn over it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPointer,
  IconX,
  IconZoomIn,
  IconZoomReset,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import classes from '../../../parts/run/inspector/inspector.module.css'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import { LayersMenu, layersOf } from '../../../parts/run/inspector/layers-menu.tsx'
import { OverlayPlayer, useOverlaid } from '../../../parts/run/inspector/overlay-player.tsx'
import { frameByFrameNote, NoFrames } from '../../../parts/run/inspector/under-overlay.tsx'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { usePainter } from '../../../parts/run/inspector/use-painter.ts'
import { WHOLE } from '../../../parts/run/overlay/view.ts'
import { type OverlayMedia, stillsOf, useOverlayMedia } from '../../../parts/run/player/overlay-media.ts'
import playerClasses from '../../../parts/run/player/player.module.css'
import { explain } from '../../../parts/run/records/evidence/evidence-text.ts'
import { texts } from '../../../texts/texts.ts'
import { useRunLanes } from '../timeline/run-lanes.ts'

interface InspectorPlayerProps {
  run: WorkflowRun
  inspection: Inspection
  media: OverlayMedia
}

export function InspectorPlayer({ run, inspection, media }: InspectorPlayerProps) {
  const { inspector, playback, frames, scene, counts, frame, frameS, settledEvents, stepEvent } = inspection
  const { medium, fail, fellBack, choose } = useOverlayMedia(media)
  const kind = medium?.kind ?? 'source'
  const paint = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: kind === 'annotated' })
  const stills = stillsOf(run)
  const overlaid = useOverlaid(inspection, stepEvent, stills)
  const lanes = useRunLanes(inspection, overlaid.player.duration)
  const classNames = useMemo(() => [...frames.index.classNames], [frames])
  const layers = useMemo(() => layersOf(frames, scene), [frames, scene])
  const t = texts.runs.inspector.player
  if (medium === null) {
    return (
      <div className={playerClasses.failed} role="alert">
        {stills !== null ? t.noImages : media.annotated.length > 0 ? t.neither : t.noVideo}
      </div>
    )
  }
  const note = fellBack ? (stills !== null ? t.fellBackToImages : t.fellBack) : frameByFrameNote(medium)
  const labels = stills !== null ? ([t.image, t.annotatedImage] as const) : ([t.sourceVideo, t.annotatedVideo] as const)
  const nothingToDraw = frames.done && frames.index.frameCount === 0
  const below = (
    <>
      {note !== null && (
        <div className={classes.none}>
          <p>{note}</p>
        </div>
      )}
      <WhyStrip inspection={inspection} hasEvents={settledEvents.items.length > 0} onZoom={overlaid.zoomTo} />
    </>
  )
  return (
    <OverlayPlayer
      overlaid={overlaid}
      inspection={inspection}
      medium={medium}
      paint={paint}
      lanes={lanes}
      below={below}
      label={labels[kind === 'annotated' ? 1 : 0]}
      stills={stills}
      onFail={fail}
      end={nothingToDraw && <NoFrames run={run} error={frames.error} />}
    >
      <ZoomReset inspection={inspection} />
      <LayersMenu
        inspector={inspector}
        classNames={classNames}
        layers={layers}
        medium={kind}
        source={labels[0]}
        onMedium={media.source.length > 0 && media.annotated.length > 0 && !fellBack ? choose : null}
      />
    </OverlayPlayer>
  )
}

function ZoomReset({ inspection: { inspector } }: { inspection: Inspection }) {
  const zoom = useInspected(inspector, (s) => Math.round(s.view.zoom * 10) / 10)
  if (zoom <= 1) return null
  return (
    <Tooltip label={texts.runs.inspector.player.whole}>
      <ActionIcon
        w="auto"
        px={6}
        aria-label={texts.runs.inspector.player.whole}
        onClick={() => inspector.setView(() => WHOLE)}
      >
        <IconZoomReset size={16} stroke={1.7} />
        <span className={playerClasses.zoom}>{zoom}×</span>
      </ActionIcon>
    </Tooltip>
  )
}

interface WhyStripProps {
  inspection: Inspection
  hasEvents: boolean
  /** Zooms in on these points, given as fractions of the frame. */
  onZoom: (points: readonly { x: number; y: number }[]) => void
}

/** The sentence under the video: why the selected event or near miss was or was not counted. */
function WhyStrip({ inspection, hasEvents, onZoom }: WhyStripProps) {
  const { inspector, stepEvent, evidence: known } = inspection
  const evidence = useInspected(inspector, (s) => s.evidence)
  const trackId = useInspected(inspector, (s) => s.trackId)
  const chosen = evidence !== null || trackId !== null
  return (
    <div className={classes.why} data-chosen={chosen || undefined}>
      {evidence === null ? (
        <IconPointer size={17} stroke={1.6} aria-hidden />
      ) : evidence.counted ? (
        <IconCircleCheck size={18} stroke={1.8} className={classes.good} aria-hidden />
      ) : (
        <IconCircleDashed size={18} stroke={1.8} className={classes.miss} aria-hidden />
      )}
      <p role="status" aria-label={texts.runs.inspector.why.why}>
        {evidence ? explain(evidence) : trackId !== null ? trackText(trackId, known.kept) : hint(known.kept, hasEvents)}
      </p>
      {evidence && (
        <Tooltip label={texts.runs.inspector.why.closer}>
          <ActionIcon aria-label={texts.runs.inspector.why.closer} onClick={() => onZoom(evidence.path)}>
            <IconZoomIn size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {hasEvents && (
        <>
          <Tooltip label={texts.runs.inspector.why.previous}>
            <ActionIcon aria-label={texts.runs.inspector.why.previous} onClick={() => stepEvent(-1)}>
              <IconPlayerSkipBack size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={texts.runs.inspector.why.next}>
            <ActionIcon aria-label={texts.runs.inspector.why.next} onClick={() => stepEvent(1)}>
              <IconPlayerSkipForward size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Tooltip label={texts.runs.inspector.why.clear}>
        <ActionIcon
          aria-label={texts.runs.inspector.why.clearSelection}
          disabled={!chosen}
          onClick={() => inspector.chooseTrack(null)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function hint(kept: boolean, hasEvents: boolean): string {
  if (!hasEvents) return texts.runs.inspector.why.hintTracks
  return kept ? texts.runs.inspector.why.hintEvidence : texts.runs.inspector.why.hintEvents
}

function trackText(trackId: number, kept: boolean): string {
  const path = texts.runs.inspector.why.track(trackId)
  return kept ? path : texts.runs.inspector.why.noEvidence(path)
}
