/** The queues that have something to do, with the reason why their jobs wait. */
import type { JobQueue } from '../../../../shared/api/jobs.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './jobs.module.css'

const words = texts.jobs

export function QueueList({ queues }: { queues: readonly JobQueue[] }) {
  const busy = queues.filter(({ queued, running }) => queued + running > 0)
  if (busy.length === 0) return null
  return (
    <ul className={classes.queues} aria-label={words.queues}>
      {busy.map((queue) => (
        <li key={queue.pool}>
          <strong>{words.pools[queue.pool]}</strong> {words.depth(queue.running, queue.queued, queue.slots)}
          {shareOf(queue).map((text) => ` ${text}`)}
          {queue.is_paused && ` ${words.paused}`}
          {queue.queued > 0 && queue.others_queued > 0 && ` ${words.others(queue.others_queued)}`}
        </li>
      ))}
    </ul>
  )
}

/** As an operator has set it. */
const shareOf = ({ weight, at_most, label }: JobQueue): string[] => [
  ...(weight > 1 ? [words.weight(weight)] : []),
  ...(at_most === null ? [] : [words.atMost(at_most)]),
  ...(label === null ? [] : [words.onlyBy(label)]),
]
