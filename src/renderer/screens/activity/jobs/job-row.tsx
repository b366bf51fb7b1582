/** A job of the list; the kind leads to its subject where the Studio has a page for it. */
import { Progress } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import type { Job } from '../../../../shared/api/jobs.ts'
import { formatDuration, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { hrefOf, type Route } from '../../../base/navigation/route.ts'
import table from '../../../base/ui/record-table.module.css'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { TimeLeft } from '../../../parts/studio/jobs/time-left.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.jobs

interface JobRowProps {
  job: Job
  onCancel(): void
  onRetry(): void
}

export function JobRow({ job, onCancel, onRetry }: JobRowProps) {
  const { state, attempts, label, error, text, created_at } = job
  const refused = useRoleRefusal('member')
  const title = titleOf(job)
  const route = routeOf(job)
  const when = formatWhen(created_at)
  const isLive = state === 'queued' || state === 'running'
  return (
    <tr>
      <th scope="row" title={title}>
        {route ? <a href={hrefOf(route)}>{title}</a> : title}
        {error !== null && (
          <small title={messageText({ message: error, ...(text && { text }) })}>
            {messageText({ message: error, ...(text && { text }) })}
          </small>
        )}
      </th>
      <td>
        {words.states[state]}
        {state === 'queued' && label !== null && <small>{words.waitsFor(label)}</small>}
        {attempts > 1 && <small>{words.attempts(attempts)}</small>}
      </td>
      <td>{state === 'running' && <JobProgress job={job} title={title} />}</td>
      <td title={formatFullDate(created_at)}>{when}</td>
      <td className={table.number}>{tookText(job)}</td>
      <td className={table.actions}>
        <div>
          {isLive && (
            <RowAction label={words.cancel(title, when)} refused={refused} onClick={onCancel}>
              <IconX size={16} stroke={1.6} />
            </RowAction>
          )}
          {!isLive && state !== 'done' && (
            <RowAction label={words.retry(title, when)} refused={refused} onClick={onRetry}>
              <IconRefresh size={16} stroke={1.6} />
            </RowAction>
          )}
        </div>
      </td>
    </tr>
  )
}

function JobProgress({ job, title }: { job: Job; title: string }) {
  const { done, total } = job.progress ?? { done: 0, total: null }
  const share = total === null || total === 0 ? null : Math.min(100, (100 * done) / total)
  return (
    <>
      {share === null ? words.working : words.percent(Math.floor(share))}
      <TimeLeft done={done} total={total} />
      <Progress w={140} size="xs" value={share ?? 100} animated={share === null} aria-label={words.progressOf(title)} />
    </>
  )
}

function titleOf({ kind, subject }: Job): string {
  // A kind of a newer server has no words, and a server of an earlier version reports no subject.
  const name = (words.kinds as Readonly<Record<string, string>>)[kind] ?? kind
  return subject ? words.of(name, subject) : name
}

function routeOf({ id, kind }: Job): Route | null {
  if (kind === 'workflow_run') return { screen: 'run', runId: id }
  return kind === 'model_evaluation' ? { screen: 'evaluation', evaluationId: id } : null
}

/** Of its last attempt, by the clock of this computer while it runs. */
function tookText({ started_at, finished_at }: Job): string {
  if (started_at === null) return ''
  const end = finished_at === null ? Date.now() : Date.parse(finished_at)
  return formatDuration((end - Date.parse(started_at)) / 1000)
}
