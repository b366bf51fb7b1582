/** The buttons below a video: frame steps, play, clock, speed, full screen. */
import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { type Transport, usePlaybackValue } from './playback.ts'
import classes from './player.module.css'
import { type PlayerCommand, SPEEDS } from './player-keys.ts'
import type { Player } from './use-player.ts'

interface PlayerControlsProps {
  playback: Transport
  player: Player
  obey: (command: PlayerCommand) => void
  /** Placed between the clock and the speed. */
  children?: ReactNode
}

export function PlayerControls({ playback, player, obey, children }: PlayerControlsProps) {
  const { playing, speed, duration, setSpeed } = player
  return (
    <div className={classes.controls}>
      <Control label={texts.runs.player.controls.previousFrame} onClick={() => obey({ do: 'step', frames: -1 })}>
        <IconChevronLeft size={18} />
      </Control>
      <Control
        label={playing ? texts.runs.player.controls.pause : texts.runs.player.controls.play}
        onClick={() => obey({ do: 'toggle' })}
      >
        {playing ? <IconPlayerPauseFilled size={17} /> : <IconPlayerPlayFilled size={17} />}
      </Control>
      <Control label={texts.runs.player.controls.nextFrame} onClick={() => obey({ do: 'step', frames: 1 })}>
        <IconChevronRight size={18} />
      </Control>
      <Clock playback={playback} duration={duration} />
      <span className={classes.gap} />
      {children}
      <SpeedMenu speed={speed} onSpeed={setSpeed} />
      <Control label={texts.runs.player.controls.fullScreen} onClick={() => obey({ do: 'fullscreen' })}>
        <IconMaximize size={17} />
      </Control>
    </div>
  )
}

export function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function Clock({ playback, duration }: { playback: Transport; duration: number }) {
  const time = usePlaybackValue(playback, formatTimecode)
  return (
    <span className={classes.clock}>
      <b>{time}</b> / {formatTimecode(duration)}
    </span>
  )
}

function SpeedMenu({ speed, onSpeed }: { speed: number; onSpeed: (speed: number) => void }) {
  return (
    <Menu width={90} position="top">
      <Menu.Target>
        <UnstyledButton className={classes.speed} aria-label={texts.runs.player.controls.speed(speed)}>
          {speed}×
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {SPEEDS.map((s) => (
          <Menu.Item
            key={s}
            aria-current={s === speed || undefined}
            fw={s === speed ? 600 : 400}
            onClick={() => onSpeed(s)}
          >
            {s}×
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
