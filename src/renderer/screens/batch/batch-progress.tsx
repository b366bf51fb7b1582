/** The progress of a batch as a whole, and the files that were never queued. */
import { Progress } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { Batch } from '../../../shared/domain/batch.ts'
import { formatTimeLeft } from '../../base/format/format.ts'
import { useHost } from '../../base/host/host-context.ts'
import { Refusable } from '../../base/ui/refusable.tsx'
import { progressShare } from '../../parts/run/progress/progress-panel.tsx'
import { texts } from '../../texts/texts.ts'
import { type BatchRow, isEnded, isFailed, isOpen, secondsLeft, sum } from './batch-rows.ts'
import classes from './batch-screen.module.css'
import { batchStoreOf } from './batch-store.ts'

const words = texts.batch

interface BatchProgressProps {
  batch: Batch
  rows: readonly BatchRow[]
  /** The reason why the caller may not queue files; null when it may. */
  refused: string | null
  onQueue: (rows: readonly BatchRow[]) => void
}

export function BatchProgress({ batch, rows, refused, onQueue }: BatchProgressProps) {
  const queueing = useStore(batchStoreOf(useHost()).state, (s) => s.queueing.has(batch.id))
  const waiting = rows.filter((row) => row.state === 'waiting')
  const done = rows.filter((row) => row.state === 'completed').length
  const failed = rows.filter(isFailed).length
  const left = secondsLeft(rows)
  const active = rows.some(isOpen)
  return (
    <section className={classes.progress} aria-label={words.overall}>
      <span role="status">{words.doneOf(done, rows.length)}</span>
      {failed > 0 && <span className={classes.failed}>{words.failedCount(failed)}</span>}
      {active && <Progress value={100 * shareOf(rows)} size={5} w={200} aria-label={words.overall} />}
      {active && left !== null && <small>{formatTimeLeft(left)}</small>}
      {waiting.length > 0 && (
        <span className={classes.unqueued}>
          {queueing ? words.queueing(waiting.length) : words.unqueued(waiting.length)}
          {!queueing && (
            <Refusable
              label={words.queueRest}
              icon={<IconPlayerPlayFilled size={12} />}
              refused={refused}
              onClick={() => onQueue(waiting)}
            />
          )}
        </span>
      )}
    </section>
  )
}

/** Every file has the same weight, because durations are not always known. */
const shareOf = (rows: readonly BatchRow[]): number =>
  sum(rows.map((row) => (isEnded(row) || row.state === 'refused' ? 1 : ((row.run && progressShare(row.run)) ?? 0)))) /
  rows.length
