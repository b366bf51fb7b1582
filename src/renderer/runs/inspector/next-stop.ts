interface From {
  /** Position of the event that was shown last; -1 for none. */
  last: number
  steps: number
  nowS: number
  /** Where the player stands when it shows something that happened at a time. */
  landing: (timeS: number) => number
}

const SAME_S = 1e-3

/**
 * Position of the event to show next among events in order of time; -1 when there is none further on. Standing at the
 * event shown last goes on from there, so that events of one frame are all visited.
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
