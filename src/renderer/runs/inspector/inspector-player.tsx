/** The player of a finished run: the source video with everything that was found drawn over it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { useCallback, useMemo, useRef } from 'react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { texts } from '../../messages/texts.ts'
import { stepInIndex } from '../player/frame-step.ts'
import playerClasses from '../player/player.module.css'
import { PlayerControls } from '../player/player-controls.tsx'
import type { PlayerCommand } from '../player/player-keys.ts'
import { Scrubber } from '../player/scrubber.tsx'
import { usePlayer, usePlayerKeys } from '../player/use-player.ts'
import { objectLanes, placeLanes } from '../timeline/lanes.ts'
import { Timeline } from '../timeline/timeline.tsx'
import classes from './inspector.module.css'
import { useInspected } from './inspector-store.ts'
import { LayersMenu } from './layers-menu.tsx'
import { layersOf } from './layers-of.ts'
import { NoFrames } from './no-frames.tsx'
import { type Pictures, usePicture } from './pictures.ts'
import { Stage } from './stage.tsx'
import { frameByFrameNote, UnderOverlay } from './under-overlay.tsx'
import type { Inspection } from './use-inspection.ts'
import { usePainter } from './use-painter.ts'
import { panBy, WHOLE, zoomAt, zoomToPoints } from './view.ts'
import { WhyStrip } from './why-strip.tsx'

interface InspectorPlayerProps {
  run: WorkflowRun
  inspection: Inspection
  pictures: Pictures
}

/** Part of the picture's shorter way that one press moves it by. */
const PAN_PX = 60
const NO_MARKS: readonly number[] = []

export function InspectorPlayer({ run, inspection, pictures }: InspectorPlayerProps) {
  const { inspector, playback, frames, scene, counts, frame, frameS, duration, settledEvents } = inspection
  const box = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const { picture, fail, fellBack, choose } = usePicture(pictures)
  const kind = picture?.kind ?? 'source'
  const painted = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: kind === 'annotated' })
  const { index } = frames

  const step = useCallback(
    (by: number) => stepInIndex(index, playback.getTime(), by, frameS),
    [index, playback, frameS],
  )
  const player = usePlayer({ transport: playback, fps: 1 / frameS, durationS: duration, box, step })
  const { stepEvent } = inspection
  const obeyPlayer = player.obey
  const obey = useCallback(
    (command: PlayerCommand) => {
      const size = { width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 }
      const middle = { x: size.width / 2, y: size.height / 2 }
      switch (command.do) {
        case 'event':
          return stepEvent(command.steps)
        case 'zoom':
          return inspector.setView((v) => zoomAt(v, 1.4 ** command.steps, middle, size, frame))
        case 'pan':
          return inspector.setView((v) => panBy(v, command.x * PAN_PX, command.y * PAN_PX, size, frame))
        case 'whole':
          return inspector.setView(() => WHOLE)
        default:
          return obeyPlayer(command)
      }
    },
    [stepEvent, inspector, frame, obeyPlayer],
  )
  usePlayerKeys(obey)
  const zoomTo = (points: readonly { x: number; y: number }[]) => {
    const size = { width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 }
    inspector.setView(() => zoomToPoints(points, size, frame))
  }

  const long = player.duration
  const objects = useMemo(() => objectLanes(frames.index, long), [frames, long])
  const places = useMemo(() => placeLanes(settledEvents.items, scene, long), [settledEvents, scene, long])
  const lanes = useMemo(() => [...objects, ...places], [objects, places])
  const classNames = useMemo(() => [...frames.index.classNames], [frames])
  const layers = useMemo(() => layersOf(frames, scene), [frames, scene])
  if (picture === null) {
    return (
      <div className={playerClasses.failed} role="alert">
        {pictures.annotated ? texts.runs.inspector.player.neither : texts.runs.inspector.player.noPicture}
      </div>
    )
  }
  const note = fellBack ? texts.runs.inspector.player.fellBack : frameByFrameNote(picture)
  const nothingToDraw = frames.done && index.frameCount === 0
  return (
    <div ref={box} className={playerClasses.player}>
      <Stage {...{ inspector, playback, frame, stage }} paint={painted} onToggle={() => obey({ do: 'toggle' })}>
        <UnderOverlay
          {...{ inspection, picture }}
          label={
            kind === 'source' ? texts.runs.inspector.player.sourceVideo : texts.runs.inspector.player.annotatedVideo
          }
          onFail={fail}
        />
      </Stage>
      {note !== null && (
        <div className={classes.none}>
          <p>{note}</p>
        </div>
      )}
      <WhyStrip inspection={inspection} hasEvents={settledEvents.items.length > 0} onZoom={zoomTo} />
      <div className={lanes.length > 0 ? classes.scrub : undefined}>
        <Scrubber playback={playback} duration={long} marks={NO_MARKS} />
      </div>
      <Timeline
        playback={playback}
        lanes={lanes}
        duration={long}
        onEvent={inspection.showEvent}
        onSeek={playback.seek}
      />
      <PlayerControls {...{ playback, player, obey }}>
        <ZoomReset inspection={inspection} />
        <LayersMenu
          inspector={inspector}
          classNames={classNames}
          layers={layers}
          picture={kind}
          onPicture={pictures.source && pictures.annotated && !fellBack ? choose : null}
        />
      </PlayerControls>
      {nothingToDraw && <NoFrames run={run} error={frames.error} />}
    </div>
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
