/** The queue bar: the active run, the number of queued runs with an estimate, and the switch that pauses the queue. */
import { Button } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { formatTimeLeft } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import type { EngineNow } from './engine-now.ts'
import { EngineStrip } from './engine-strip.tsx'
import type { QueueEstimate } from './queue-estimate.ts'
import classes from './runs-table.module.css'
import type { Queue } from './use-queue.ts'

interface QueueBarProps {
  queue: Queue
  now: EngineNow
  /** Null when the queue is unknown. */
  estimate: QueueEstimate | null
}

export function QueueBar({ queue: { ids, paused, setPaused }, now, estimate }: QueueBarProps) {
  const words = texts.runs.queueBar
  const waiting = ids.length === 0 ? words.noneWaits : words.waits(ids.length)
  return (
    <>
      <EngineStrip now={now} />
      {(ids.length > 0 || paused) && (
        <section className={classes.strip} aria-label={words.label}>
          <span role="status">{paused ? words.paused(waiting) : words.going(waiting)}</span>
          <small>{paused ? words.pausedHint : estimate ? wholeText(estimate) : words.oneByOne}</small>
          <Button
            variant="default"
            leftSection={paused ? <IconPlayerPlayFilled size={13} /> : <IconPlayerPauseFilled size={13} />}
            onClick={() => setPaused(!paused)}
          >
            {paused ? words.resume : words.pause}
          </Button>
        </section>
      )}
    </>
  )
}

function wholeText({ secondsLeft, unknown }: QueueEstimate): string {
  const words = texts.runs.queueBar
  if (secondsLeft === 0 && unknown > 0) return words.unknown(unknown)
  const left = formatTimeLeft(secondsLeft)
  return unknown > 0 ? words.atLeast(left, unknown) : words.whole(left)
}
