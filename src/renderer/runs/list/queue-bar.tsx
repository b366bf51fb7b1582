/** How many runs wait, and the switch that holds them back. */
import { Button } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { plural } from '../../messages/plural.ts'
import classes from './runs-table.module.css'
import type { Queue } from './use-queue.ts'

export function QueueBar({ queue: { ids, paused, setPaused } }: { queue: Queue }) {
  if (ids.length === 0 && !paused) return null
  const waiting =
    ids.length === 0 ? 'No run waits' : `${plural(ids.length, 'run')} ${ids.length === 1 ? 'waits' : 'wait'}`
  return (
    <section className={classes.strip} aria-label="Queue">
      <span role="status">{paused ? `The queue is paused. ${waiting}.` : `${waiting}.`}</span>
      <small>
        {paused
          ? 'A run that is going on ends, and no other starts.'
          : 'One runs after the other: each uses the whole computer.'}
      </small>
      <Button
        variant="default"
        leftSection={paused ? <IconPlayerPlayFilled size={13} /> : <IconPlayerPauseFilled size={13} />}
        onClick={() => setPaused(!paused)}
      >
        {paused ? 'Go on' : 'Pause the queue'}
      </Button>
    </section>
  )
}
