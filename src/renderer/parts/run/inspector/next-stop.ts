interface From {
  /** Index of the event that was shown last; -1 for none. */
  last: number
  steps: number
  nowS: number
  /** Returns the player's position after a jump to something that happened at a time. */
  landing: (timeS: number) => number
}

const SAME_S = 1e-3

/**
 * Index of the event to show next, among events in order of time; -1 when there is none further on. While the player
 * is at the event shown last, counting starts from it, so that all events of one frame are visited.
 */
export function nextStop(events: readonly { timeS: number }[], { last, steps, nowS, landing }: From): number {
  const stands = events[last]
  const from =
    stands && Math.abs(landing(stands.timeS) - nowS) < SAME_S
      ? last + steps
      : steps > 0
        ? events.findIndex((e) => landing(e.timeS) > nowS + SAME_S)
        : events.findLastIndex((e) => landing(e.timeS) < nowS - SAME_S)
  return from >= 0 && from < events.length ? from : -1
}
