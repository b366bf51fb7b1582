/** The processes that execute jobs, for admins of a server that has workers. */
import { useCallback } from 'react'
import { roleAtLeast } from '../../../../shared/api/endpoint.ts'
import type { JobWorker } from '../../../../shared/api/jobs.ts'
import { formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRole } from '../../../base/host/server-state.tsx'
import { texts } from '../../../base/messages/texts.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import classes from './jobs.module.css'

const words = texts.jobs
const EVERY_MS = 5000

export function WorkerList() {
  const role = useRole()
  // A call below the role would be an entry of the audit log.
  return role && roleAtLeast(role, 'admin') ? <Workers /> : null
}

function Workers() {
  const host = useHost()
  const load = useCallback(() => host.api('jobs.workers', {}), [host])
  const { value = [] } = useResource(load, EVERY_MS)
  if (value.length < 2) return null
  return (
    <ul className={classes.queues} aria-label={words.workers}>
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
