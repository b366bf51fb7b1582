/** A video element under control: playing, speed, duration, and the commands of keys and buttons. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Playback } from './playback.ts'
import { type PlayerCommand, playerCommand, speedFrom, stepTime } from './player-keys.ts'

export interface Player {
  playing: boolean
  speed: number
  /** Seconds; 0 until it is known. */
  duration: number
  setSpeed(speed: number): void
  obey(command: PlayerCommand): void
  /** For the video element. */
  events: {
    onPlay(): void
    onPause(): void
    onLoadedMetadata(event: { currentTarget: HTMLVideoElement }): void
  }
}

interface PlayerOptions {
  playback: Playback
  /** Frames per second, for stepping. */
  fps: number
  video: { readonly current: HTMLVideoElement | null }
  /** What fills the screen. */
  box: { readonly current: HTMLElement | null }
  /** Another element or file is attached anew. */
  src: string
  /** The time that shows a frame some frames away, where that is known better than by the rate. */
  step?: (frames: number) => number | null
}

export function usePlayer({ playback, fps, video, box, src, step }: PlayerOptions): Player {
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [duration, setDuration] = useState(0)
  const stepper = useRef(step)
  stepper.current = step

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file starts at another time
  useEffect(() => (video.current ? playback.attach(video.current) : undefined), [playback, video, src])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file starts at its own speed
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [speed, video, src])

  const obey = useCallback(
    (command: PlayerCommand) => {
      const element = video.current
      if (!element) return
      switch (command.do) {
        case 'toggle':
          return element.paused ? void element.play().catch(() => {}) : element.pause()
        case 'skip':
          return playback.seek(playback.getTime() + command.seconds)
        case 'step':
          element.pause()
          return playback.seek(stepper.current?.(command.frames) ?? stepTime(playback.getTime(), command.frames, fps))
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
    [playback, fps, video, box],
  )
  return {
    playing,
    speed,
    duration,
    setSpeed,
    obey,
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onLoadedMetadata: (event) => setDuration(event.currentTarget.duration),
    },
  }
}

/** What a row of tabs or choices wants for itself. */
const MOVES = /^(Arrow|Home$|End$| $)/

/** Keys work anywhere on the page, except where something focused has its own use for them. */
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
