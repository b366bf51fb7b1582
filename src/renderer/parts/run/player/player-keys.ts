/** The player's keys, in the list that the settings screen shows too. */
import { texts } from '../../../texts/texts.ts'

export type PlayerCommand =
  | { do: 'toggle' }
  | { do: 'skip'; seconds: number }
  | { do: 'step'; frames: number }
  | { do: 'speed'; steps: number }
  | { do: 'start' }
  | { do: 'end' }
  | { do: 'fullscreen' }
  | { do: 'event'; steps: number }
  | { do: 'zoom'; steps: number }
  | { do: 'pan'; x: number; y: number }
  | { do: 'whole' }

export const PLAYER_KEYS: readonly { keys: string; what: string }[] = [
  { keys: 'Space', what: texts.runs.player.keys.play },
  { keys: '← →', what: texts.runs.player.keys.second },
  { keys: 'Shift ← →', what: texts.runs.player.keys.fiveSeconds },
  { keys: ', .', what: texts.runs.player.keys.frame },
  { keys: '[ ]', what: texts.runs.player.keys.speed },
  { keys: 'Home End', what: texts.runs.player.keys.ends },
  { keys: 'N P', what: texts.runs.player.keys.events },
  { keys: '+ −', what: texts.runs.player.keys.zoom },
  { keys: 'W A S D', what: texts.runs.player.keys.pan },
  { keys: '0', what: texts.runs.player.keys.whole },
  { keys: 'F', what: texts.runs.player.keys.fullScreen },
]

/** True for commands that apply to videos but not to images. */
export const plays = ({ do: what }: PlayerCommand): boolean => what === 'toggle' || what === 'speed' || what === 'skip'

/** Returns the command of a key press; null for keys without a command. */
export function playerCommand({ key, shiftKey }: { key: string; shiftKey: boolean }): PlayerCommand | null {
  const seconds = shiftKey ? 5 : 1
  switch (key) {
    case ' ':
      return { do: 'toggle' }
    case 'ArrowLeft':
      return { do: 'skip', seconds: -seconds }
    case 'ArrowRight':
      return { do: 'skip', seconds }
    case ',':
      return { do: 'step', frames: -1 }
    case '.':
      return { do: 'step', frames: 1 }
    case '[':
      return { do: 'speed', steps: -1 }
    case ']':
      return { do: 'speed', steps: 1 }
    case 'Home':
      return { do: 'start' }
    case 'End':
      return { do: 'end' }
    case 'f':
    case 'F':
      return { do: 'fullscreen' }
    case '+':
    case '=':
      return { do: 'zoom', steps: 1 }
    case '-':
      return { do: 'zoom', steps: -1 }
    case '0':
      return { do: 'whole' }
  }
  switch (key.toLowerCase()) {
    case 'n':
      return { do: 'event', steps: 1 }
    case 'p':
      return { do: 'event', steps: -1 }
    case 'w':
      return { do: 'pan', x: 0, y: 1 }
    case 'a':
      return { do: 'pan', x: 1, y: 0 }
    case 's':
      return { do: 'pan', x: 0, y: -1 }
    case 'd':
      return { do: 'pan', x: -1, y: 0 }
    default:
      return null
  }
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4, 8] as const

/** Returns the speed `steps` entries away in the list, clamped to its ends. */
export function speedFrom(speed: number, steps: number): number {
  const at = (SPEEDS as readonly number[]).indexOf(speed)
  const index = Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? 3 : at) + steps))
  return SPEEDS[index] as number
}

/**
 * Returns the time that shows the frame `frames` frames away. Aims at the middle of the frame, because a seek to its
 * very edge may show either neighbour.
 */
export function stepTime(timeS: number, frames: number, fps: number): number {
  const frame = Math.floor(timeS * fps + 1e-3)
  return Math.max(0, (frame + frames + 0.5) / fps)
}
