/** The player's keys. Also the list that the settings screen shows. */

export type PlayerCommand =
  | { do: 'toggle' }
  | { do: 'skip'; seconds: number }
  | { do: 'step'; frames: number }
  | { do: 'speed'; steps: number }
  | { do: 'start' }
  | { do: 'end' }
  | { do: 'fullscreen' }

export const PLAYER_KEYS: readonly { keys: string; what: string }[] = [
  { keys: 'Space', what: 'Play or pause' },
  { keys: '← →', what: 'One second back or forward' },
  { keys: 'Shift ← →', what: 'Five seconds back or forward' },
  { keys: ', .', what: 'One frame back or forward' },
  { keys: '[ ]', what: 'Slower or faster' },
  { keys: 'Home End', what: 'To the start or the end' },
  { keys: 'F', what: 'Full screen' },
]

/** What a key means while nothing else wants it; null for keys that mean nothing here. */
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
    default:
      return null
  }
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4, 8] as const

/** The speed some steps from another, within the list. */
export function speedFrom(speed: number, steps: number): number {
  const at = (SPEEDS as readonly number[]).indexOf(speed)
  const index = Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? 3 : at) + steps))
  return SPEEDS[index] as number
}

/**
 * The time that shows a frame some frames away. Aims at the middle of the frame: a seek to its very edge may show
 * either neighbour.
 */
export function stepTime(timeS: number, frames: number, fps: number): number {
  const frame = Math.floor(timeS * fps + 1e-3)
  return Math.max(0, (frame + frames + 0.5) / fps)
}
