/** The video to watch: without what the run found unless that is asked for. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { texts } from '../../messages/texts.ts'
import { type Pictures, usePicture } from '../../runs/inspector/pictures.ts'
import { Stage } from '../../runs/inspector/stage.tsx'
import { UnderOverlay } from '../../runs/inspector/under-overlay.tsx'
import type { Inspection } from '../../runs/inspector/use-inspection.ts'
import { usePainter } from '../../runs/inspector/use-painter.ts'
import { panBy, WHOLE, zoomAt } from '../../runs/inspector/view.ts'
import type { SceneGeometry } from '../../runs/overlay/run-scene.ts'
import { stepInIndex } from '../../runs/player/frame-step.ts'
import playerClasses from '../../runs/player/player.module.css'
import { PlayerControls } from '../../runs/player/player-controls.tsx'
import type { PlayerCommand } from '../../runs/player/player-keys.ts'
import { Scrubber } from '../../runs/player/scrubber.tsx'
import { usePlayer, usePlayerKeys } from '../../runs/player/use-player.ts'
import { LabTimeline, type TimelineLane } from './lab-timeline.tsx'
import classes from './player.module.css'
import { useBlindPainter } from './use-blind-painter.ts'

interface LabPlayerProps {
  run: WorkflowRun
  inspection: Inspection
  pictures: Pictures
  place: SceneGeometry | null
  blind: boolean
  onBlind: () => void
  lanes: readonly TimelineLane[]
  /** To the next mark, or with -1 to the one before. */
  onStepMark: (steps: number) => void
}

const PAN_PX = 60
const NO_TICKS: readonly number[] = []

export function LabPlayer({ inspection, pictures, place, blind, onBlind, lanes, onStepMark }: LabPlayerProps) {
  const { inspector, playback, frames, scene, counts, frame, frameS, duration } = inspection
  const box = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  // What the run drew into its own video would tell, so that is never shown here.
  const { picture, fail } = usePicture({ source: pictures.source, annotated: null })
  const seen = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: false })
  const unseen = useBlindPainter(playback, place, frame)
  const { index } = frames
  const step = useCallback(
    (by: number) => stepInIndex(index, playback.getTime(), by, frameS),
    [index, playback, frameS],
  )
  const player = usePlayer({ transport: playback, fps: 1 / frameS, durationS: duration, box, step })
  const obeyPlayer = player.obey
  const obey = useCallback(
    (command: PlayerCommand) => {
      const size = { width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 }
      const middle = { x: size.width / 2, y: size.height / 2 }
      switch (command.do) {
        case 'event':
          return onStepMark(command.steps)
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
    [onStepMark, inspector, frame, obeyPlayer],
  )
  usePlayerKeys(obey)
  if (picture === null) {
    return (
      <div className={playerClasses.failed} role="alert">
        {texts.lab.player.gone}
      </div>
    )
  }
  const eye = blind ? texts.lab.player.show : texts.lab.player.hide
  return (
    <div ref={box} className={playerClasses.player}>
      <Stage
        {...{ inspector, playback, frame, stage }}
        paint={blind ? unseen : seen}
        onToggle={() => obey({ do: 'toggle' })}
      >
        <UnderOverlay {...{ inspection, picture }} label={texts.lab.player.video} onFail={fail} />
      </Stage>
      <div className={classes.scrub}>
        <Scrubber playback={playback} duration={player.duration} marks={NO_TICKS} />
      </div>
      <LabTimeline playback={playback} duration={player.duration} lanes={lanes} />
      <PlayerControls {...{ playback, player, obey }}>
        <Tooltip label={eye}>
          <ActionIcon aria-label={eye} aria-pressed={!blind} onClick={onBlind}>
            {blind ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      </PlayerControls>
    </div>
  )
}
