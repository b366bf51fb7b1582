/** The processes that execute jobs, for operators. */
import { useCallback } from 'react'
import type { JobWorker } from '../../../../shared/api/jobs.ts'
import { formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './workers.module.css'

const words = texts.jobs
const EVERY_MS = 5000

interface WorkerListProps {
  /** No list of fewer; 1 unless given. */
  least?: number
}

export function WorkerList({ least = 1 }: WorkerListProps) {
  const host = useHost()
  const load = useCallback(() => host.api('operator.workers', {}), [host])
  const { value, error, reload } = useResource(load, EVERY_MS)
  if (value === undefined)
    return least > 1 ? null : <NotLoaded title={words.workersFailed} error={error} reload={reload} />
  if (value.length < least) return null
  return (
    <ul className={classes.workers} aria-label={words.workers}>
      {value.map((worker) => (
        <li key={worker.id}>
          <strong>{words.workerKinds[worker.kind](worker.name)}</strong> {stateOf(worker)}
        </li>
      ))}
    </ul>
  )
}

function stateOf({ is_lost, running, slots, labels, version, seen_at }: JobWorker): string {
  if (is_lost) return words.lost(formatWhen(seen_at))
  const depth = words.workerDepth(running, slots.runs, version)
  return labels.length > 0 ? `${depth} ${words.labels(labels.join(', '))}` : depth
}
