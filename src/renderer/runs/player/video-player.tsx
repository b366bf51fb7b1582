/** The annotated video with controls made for looking closely: frames, speeds, marks where events are. */
import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { formatTimecode } from '../../ui/format.ts'
import { type Playback, usePlaybackValue } from './playback.ts'
import classes from './player.module.css'
import { type PlayerCommand, playerCommand, SPEEDS, speedFrom, stepTime } from './player-keys.ts'
import { Scrubber } from './scrubber.tsx'

interface VideoPlayerProps {
  src: string
  width: number
  height: number
  /** Frames per second, for stepping. */
  fps: number
  playback: Playback
  /** Media times that are marked on the scrubber. */
  marks: readonly number[]
}

export function VideoPlayer({ src, width, height, fps, playback, marks }: VideoPlayerProps) {
  const box = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [duration, setDuration] = useState(0)
  const [failed, setFailed] = useState(false)

  useEffect(() => (video.current ? playback.attach(video.current) : undefined), [playback])
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [speed])

  const obey = useCallback(
    (command: PlayerCommand) => {
      const element = video.current
      if (!element) return
      switch (command.do) {
        case 'toggle':
          return element.paused ? void element.play().catch(() => {}) : element.pause()
        case 'skip':
          return playback.seek(element.currentTime + command.seconds)
        case 'step':
          element.pause()
          return playback.seek(stepTime(element.currentTime, command.frames, fps))
        case 'speed':
          return setSpeed((s) => speedFrom(s, command.steps))
        case 'start':
          return playback.seek(0)
        case 'end':
          return playback.seek(element.duration)
        case 'fullscreen':
          return void (document.fullscreenElement ? document.exitFullscreen() : box.current?.requestFullscreen())
      }
    },
    [playback, fps],
  )
  usePlayerKeys(obey)

  if (failed) {
    return (
      <div className={classes.failed} role="alert">
        This video can’t be played here. Download it under Files and open it in a video player.
      </div>
    )
  }
  return (
    <div ref={box} className={classes.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: what the video shows is in the events table beside it */}
      <video
        ref={video}
        src={src}
        className={classes.video}
        style={{ aspectRatio: `${width} / ${height}` }}
        preload="auto"
        playsInline
        aria-label="Annotated video"
        onClick={() => obey({ do: 'toggle' })}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onLoadedMetadata={(e) => setDuration(e.currentTarget.duration)}
        onError={() => setFailed(true)}
      />
      <Scrubber playback={playback} duration={duration} marks={marks} />
      <div className={classes.controls}>
        <Control label="Previous frame (,)" onClick={() => obey({ do: 'step', frames: -1 })}>
          <IconChevronLeft size={18} />
        </Control>
        <Control label={playing ? 'Pause (Space)' : 'Play (Space)'} onClick={() => obey({ do: 'toggle' })}>
          {playing ? <IconPlayerPauseFilled size={17} /> : <IconPlayerPlayFilled size={17} />}
        </Control>
        <Control label="Next frame (.)" onClick={() => obey({ do: 'step', frames: 1 })}>
          <IconChevronRight size={18} />
        </Control>
        <Clock playback={playback} duration={duration} />
        <span className={classes.gap} />
        <SpeedMenu speed={speed} onSpeed={setSpeed} />
        <Control label="Full screen (F)" onClick={() => obey({ do: 'fullscreen' })}>
          <IconMaximize size={17} />
        </Control>
      </div>
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

function Clock({ playback, duration }: { playback: Playback; duration: number }) {
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
        <UnstyledButton className={classes.speed} aria-label={`Speed ${speed}×`}>
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

/** Keys work anywhere on the page, except where something focused has its own use for them. */
function usePlayerKeys(obey: (command: PlayerCommand) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"], [role="tab"]'))
        return
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
