/** The time labels under the lanes, at round intervals. */

import { formatDuration } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './timeline.module.css'

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
const MAX_TICKS = 7

export function axisTicks(durationS: number): number[] {
  const step = STEPS_S.find((s) => durationS / s <= MAX_TICKS) ?? Math.ceil(durationS / MAX_TICKS / 3600) * 3600
  // A label at the very end would overflow.
  return Array.from({ length: Math.floor((durationS * 0.97) / step) + 1 }, (_, i) => i * step)
}

export function TimeAxis({ duration }: { duration: number }) {
  return (
    <>
      <div className={classes.unit}>{texts.runs.timeline.axis}</div>
      <div className={classes.axis} aria-hidden="true">
        {axisTicks(duration).map((timeS) => (
          <span key={timeS} style={{ left: `${(timeS / duration) * 100}%` }}>
            {formatDuration(timeS)}
          </span>
        ))}
      </div>
    </>
  )
}
