/** The player of a finished run: the source video with all results drawn over it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import classes from '../../../parts/run/inspector/inspector.module.css'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import { LayersMenu } from '../../../parts/run/inspector/layers-menu.tsx'
import { layersOf } from '../../../parts/run/inspector/layers-of.ts'
import { NoFrames } from '../../../parts/run/inspector/no-frames.tsx'
import { OverlayPlayer, useOverlaid } from '../../../parts/run/inspector/overlay-player.tsx'
import { frameByFrameNote } from '../../../parts/run/inspector/under-overlay.tsx'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { usePainter } from '../../../parts/run/inspector/use-painter.ts'
import { WHOLE } from '../../../parts/run/overlay/view.ts'
import { type OverlayMedia, stillsOf, useOverlayMedia } from '../../../parts/run/player/overlay-media.ts'
import playerClasses from '../../../parts/run/player/player.module.css'
import { texts } from '../../../texts/texts.ts'
import { useRunLanes } from '../timeline/run-lanes.ts'
import { WhyStrip } from './why-strip.tsx'

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
