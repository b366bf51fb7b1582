/** The buttons below a video or below images, and the hook that carries out the commands of buttons and keys. */
import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import type { FrameIndex } from '../records/tracks/frame-index.ts'
import { imageAt } from './frame-step.ts'
import { type Transport, usePlaybackValue } from './playback.ts'
import classes from './player.module.css'
import { type PlayerCommand, playerCommand, SPEEDS, speedFrom, stepTime } from './player-keys.ts'

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

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
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

interface StillControlsProps {
  playback: Transport
  /** Index of the processed images. */
  index: FrameIndex
  total: number
  obey: (command: PlayerCommand) => void
  children?: ReactNode
}

/** The buttons below images: previous and next, without a clock, because images have no time. */
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

/** Controls a transport: playing, speed, duration, and the commands of keys and buttons. */
export interface Player {
  playing: boolean
  speed: number
  /** Seconds; 0 until known. */
  duration: number
  setSpeed(speed: number): void
  obey(command: PlayerCommand): void
}

interface PlayerOptions {
  transport: Transport
  /** Frames per second, for stepping. */
  fps: number
  /** Duration in seconds if it is known more precisely than from the playing file; else 0. */
  durationS: number
  /** The element that is shown full screen. */
  box: { readonly current: HTMLElement | null }
  /** Returns the time of the frame `frames` frames away if it is known more precisely than by the rate; else null. */
  step?: (frames: number) => number | null
}

export function usePlayer({ transport, fps, durationS, box, step }: PlayerOptions): Player {
  const playing = useSyncExternalStore(transport.onState, transport.isPlaying)
  const playedS = useSyncExternalStore(transport.onState, transport.getDuration)
  const [speed, setSpeed] = useState(1)
  const stepper = useRef(step)
  stepper.current = step
  // A file may start later than at 0; the player's own duration includes that offset.
  const duration = durationS > 0 ? durationS : playedS
  useEffect(() => transport.setSpeed(speed), [transport, speed])

  const obey = useCallback(
    (command: PlayerCommand) => {
      switch (command.do) {
        case 'toggle':
          return transport.isPlaying() ? transport.pause() : transport.play()
        case 'skip':
          return transport.seek(transport.getTime() + command.seconds)
        case 'step':
          transport.pause()
          return transport.seek(stepper.current?.(command.frames) ?? stepTime(transport.getTime(), command.frames, fps))
        case 'speed':
          return setSpeed((s) => speedFrom(s, command.steps))
        case 'start':
          return transport.seek(0)
        case 'end':
          return transport.seek(duration)
        case 'fullscreen':
          return void (document.fullscreenElement ? document.exitFullscreen() : box.current?.requestFullscreen())
      }
    },
    [transport, fps, duration, box],
  )
  return { playing, speed, duration, setSpeed, obey }
}

/** Keys that a row of tabs or choices handles itself. */
const MOVES = /^(Arrow|Home$|End$| $)/

/** Keys work anywhere on the page, except where the focused element handles them itself. */
export function usePlayerKeys(obey: (command: PlayerCommand) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"]')) return
      if (MOVES.test(event.key) && target.closest('[role="tab"], [role="radiogroup"]')) return
      if (event.key === ' ' && target.closest('button, a')) return
      const command = playerCommand(event)
      if (!command) return
      event.preventDefault()
      obey(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [obey])
}
