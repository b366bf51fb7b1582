/** A player with an overlay: the part that the run inspector and the accuracy lab share. */
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import type { Point } from '../../../../shared/domain/geometry.ts'
import { texts } from '../../../texts/texts.ts'
import { stepInImages, stepInIndex } from '../player/frame-step.ts'
import type { Medium } from '../player/overlay-media.ts'
import classes from '../player/player.module.css'
import { type Player, PlayerControls, StillControls, usePlayer, usePlayerKeys } from '../player/player-controls.tsx'
import { type PlayerCommand, plays } from '../player/player-keys.ts'
import { Timeline } from '../timeline/timeline.tsx'
import type { TimelineLane } from '../timeline/timeline-lane.ts'
import { Stage } from './stage.tsx'
import { UnderOverlay } from './under-overlay.tsx'
import type { Inspection } from './use-inspection.ts'
import type { Paint } from './use-painter.ts'
import { useViewCommands } from './use-view-commands.ts'

export interface Overlaid {
  box: RefObject<HTMLDivElement | null>
  player: Player
  obey(command: PlayerCommand): void
  /** Zooms in on these points, given as fractions of the frame. */
  zoomTo(points: readonly Point[]): void
}

/** Keys and buttons of a player with an overlay. @param onStep goes to the next event or mark; -1 back */
export function useOverlaid(
  inspection: Inspection,
  onStep: (steps: number) => void,
  stills: number | null = null,
): Overlaid {
  const { playback, frames, frameS, duration } = inspection
  const { index } = frames
  const box = useRef<HTMLDivElement>(null)
  const step = useCallback(
    (by: number) => {
      const now = playback.getTime()
      return stills === null ? stepInIndex(index, now, by, frameS) : stepInImages(index, now, by, stills)
    },
    [index, playback, frameS, stills],
  )
  const player = usePlayer({ transport: playback, fps: 1 / frameS, durationS: duration, box, step })
  const { obeyView, zoomTo } = useViewCommands(inspection, box)
  const obeyPlayer = player.obey
  const obey = useCallback(
    (command: PlayerCommand) => {
      if (command.do === 'event') onStep(command.steps)
      else if (stills !== null && plays(command)) return
      else if (!obeyView(command)) obeyPlayer(command)
    },
    [onStep, obeyView, obeyPlayer, stills],
  )
  usePlayerKeys(obey)
  return { box, player, obey, zoomTo }
}

interface OverlayPlayerProps {
  overlaid: Overlaid
  inspection: Inspection
  medium: Medium
  /** Accessible name of the video or image. */
  label: string
  /** Called when the video or image can't be displayed. */
  onFail: () => void
  paint: Paint
  lanes: readonly TimelineLane[]
  /** `below`: right under the video; `end`: at the very end. */
  below?: ReactNode
  end?: ReactNode
  /** Number of images to step through; null for a video. */
  stills?: number | null
  /** Additional buttons. */
  children: ReactNode
}

export function OverlayPlayer(props: OverlayPlayerProps) {
  const { overlaid, inspection, medium, label, onFail, paint, lanes, below, end, stills = null, children } = props
  const { inspector, playback, frames, frame, shape } = inspection
  const { box, player, obey } = overlaid
  return (
    <div ref={box} className={classes.player}>
      <Stage
        inspector={inspector}
        playback={playback}
        frame={frame}
        shape={shape}
        paint={paint}
        onToggle={() => stills === null && obey({ do: 'toggle' })}
      >
        <UnderOverlay inspection={inspection} medium={medium} label={label} onFail={onFail} />
      </Stage>
      {below}
      {stills === null ? (
        <>
          <Timeline label={texts.runs.timeline.label} playback={playback} lanes={lanes} duration={player.duration} />
          <PlayerControls playback={playback} player={player} obey={obey}>
            {children}
          </PlayerControls>
        </>
      ) : (
        <StillControls playback={playback} obey={obey} index={frames.index} total={stills}>
          {children}
        </StillControls>
      )}
      {end}
    </div>
  )
}
