/** The buttons below images: previous and next, without a clock, because images have no time. */
import { IconChevronLeft, IconChevronRight, IconMaximize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../../../texts/texts.ts'
import type { FrameIndex } from '../records/tracks/frame-index.ts'
import { imageAt } from './frame-step.ts'
import { type Transport, usePlaybackValue } from './playback.ts'
import classes from './player.module.css'
import { Control } from './player-controls.tsx'
import type { PlayerCommand } from './player-keys.ts'

interface StillControlsProps {
  playback: Transport
  /** Index of the processed images. */
  index: FrameIndex
  total: number
  obey: (command: PlayerCommand) => void
  children?: ReactNode
}

export function StillControls({ playback, index, total, obey, children }: StillControlsProps) {
  const words = texts.runs.player.controls
  const at = usePlaybackValue(playback, (timeS) => imageAt(index, timeS))
  return (
    <div className={classes.controls}>
      {total > 1 && (
        <>
          <Control label={words.previousImage} onClick={() => obey({ do: 'step', frames: -1 })}>
            <IconChevronLeft size={18} />
          </Control>
          <span className={classes.clock} role="status">
            {words.image(at + 1, total)}
          </span>
          <Control label={words.nextImage} onClick={() => obey({ do: 'step', frames: 1 })}>
            <IconChevronRight size={18} />
          </Control>
        </>
      )}
      <span className={classes.gap} />
      {children}
      <Control label={words.fullScreen} onClick={() => obey({ do: 'fullscreen' })}>
        <IconMaximize size={17} />
      </Control>
    </div>
  )
}
