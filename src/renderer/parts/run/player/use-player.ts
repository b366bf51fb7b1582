/** Controls a transport: playing, speed, duration, and the commands of keys and buttons. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Transport } from './playback.ts'
import { type PlayerCommand, playerCommand, speedFrom, stepTime } from './player-keys.ts'

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
