/** A player of one picture with an overlay: what those of a run and of the lab have in common. */
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import type { Point } from '../../../shared/domain/geometry.ts'
import { texts } from '../../messages/texts.ts'
import { stepInImages, stepInIndex } from '../player/frame-step.ts'
import classes from '../player/player.module.css'
import { PlayerControls } from '../player/player-controls.tsx'
import { type PlayerCommand, plays } from '../player/player-keys.ts'
import { StillControls } from '../player/still-controls.tsx'
import { type Player, usePlayer, usePlayerKeys } from '../player/use-player.ts'
import { Timeline } from '../timeline/timeline.tsx'
import type { TimelineLane } from '../timeline/timeline-lane.ts'
import type { Picture } from './pictures.ts'
import { Stage } from './stage.tsx'
import { UnderOverlay } from './under-overlay.tsx'
import type { Inspection } from './use-inspection.ts'
import type { Paint } from './use-painter.ts'
import { useViewCommands } from './use-view-commands.ts'

export interface Overlaid {
  box: RefObject<HTMLDivElement | null>
  player: Player
  obey(command: PlayerCommand): void
  /** Brings these places of the picture closer, given as shares of it. */
  zoomTo(points: readonly Point[]): void
}

/** Keys and buttons of a picture with an overlay. @param onStep to the next event or mark, or with -1 to the one before */
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
  picture: Picture
  /** What the picture is. */
  label: string
  /** The picture can't be played. */
  onFail: () => void
  paint: Paint
  lanes: readonly TimelineLane[]
  /** Right below the picture, and at the very end. */
  below?: ReactNode
  end?: ReactNode
  /** How many images there are to look at one by one; null for a video. */
  stills?: number | null
  /** Buttons of its own. */
  children: ReactNode
}

export function OverlayPlayer(props: OverlayPlayerProps) {
  const { overlaid, inspection, picture, label, onFail, paint, lanes, below, end, stills = null, children } = props
  const { inspector, playback, frames, frame, shape } = inspection
  const { box, player, obey } = overlaid
  return (
    <div ref={box} className={classes.player}>
      <Stage
        {...{ inspector, playback, frame, shape, paint }}
        onToggle={() => stills === null && obey({ do: 'toggle' })}
      >
        <UnderOverlay {...{ inspection, picture, label, onFail }} />
      </Stage>
      {below}
      {stills === null ? (
        <>
          <Timeline label={texts.runs.timeline.label} playback={playback} lanes={lanes} duration={player.duration} />
          <PlayerControls {...{ playback, player, obey }}>{children}</PlayerControls>
        </>
      ) : (
        <StillControls {...{ playback, obey }} index={frames.index} total={stills}>
          {children}
        </StillControls>
      )}
      {end}
    </div>
  )
}
