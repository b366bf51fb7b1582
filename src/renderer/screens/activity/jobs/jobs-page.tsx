/** The jobs of the organization, newest first: their progress, their reasons, and cancel or retry. */
import { Button, Group, Progress, Select } from '@mantine/core'
import { IconListCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { JOB_STATES, type Job, type JobQueue, type JobState } from '../../../../shared/api/jobs.ts'
import { formatDuration, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useIsOperator, useRoleRefusal } from '../../../base/host/server-state.tsx'
import { hrefOf, type Route } from '../../../base/navigation/route.ts'
import { Empty } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { TimeLeft } from '../../../parts/studio/jobs/time-left.tsx'
import { WorkerList } from '../../../parts/studio/workers/worker-list.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './jobs.module.css'

const words = texts.jobs
const EVERY_MS = 2000
const PAGE = 50
/** One more than shown tells that there are older ones; one reply holds 200. */
const MAX_SHOWN = 199

export function JobsPage() {
  const host = useHost()
  const isOperator = useIsOperator()
  const [state, setState] = useState<JobState | null>(null)
  const [shown, setShown] = useState(PAGE)
  const load = useCallback(async () => {
    const query = { limit: shown + 1, ...(state && { state }) }
    const [jobs, queues] = await Promise.all([host.api('jobs.list', { query }), host.api('jobs.queues', {})])
    return { jobs, queues }
  }, [host, state, shown])
  const { value, error, reload } = useResource(load, EVERY_MS)
  const jobs = value?.jobs

  async function act({ id }: Job, call: 'jobs.cancel' | 'jobs.retry', failed: string): Promise<void> {
    try {
      await host.api(call, { params: { job_id: id } })
    } catch (failure) {
      toastError(failed, failure)
    }
    await reload()
  }

  return (
    <>
      {value && <QueueList queues={value.queues} />}
      {isOperator && <WorkerList least={2} />}
      <Group gap={8} mb={10}>
        <Select
          aria-label={words.state}
          placeholder={words.allStates}
          data={JOB_STATES.map((value) => ({ value, label: words.states[value] }))}
          value={state}
          w={200}
          clearable
          onChange={(next) => setState(next as JobState | null)}
        />
      </Group>
      {jobs === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {jobs?.length === 0 && (
        <Empty icon={<IconListCheck size={28} />} title={state === null ? words.none : words.noneOfState}>
          {words.noneHint}
        </Empty>
      )}
      {jobs !== undefined && jobs.length > 0 && (
        <RecordTable
          label={words.title}
          columns={[
            words.kind,
            words.state,
            words.progress,
            words.created,
            { heading: words.took, cells: 'number' },
            { heading: words.actions, cells: 'actions' },
          ]}
        >
          {jobs.slice(0, shown).map((job) => (
            <JobRow
              key={job.id}
              job={job}
              onCancel={() => void act(job, 'jobs.cancel', words.notCancelled)}
              onRetry={() => void act(job, 'jobs.retry', words.notRetried)}
            />
          ))}
        </RecordTable>
      )}
      {jobs !== undefined && jobs.length > shown && shown < MAX_SHOWN && (
        <Button variant="default" mt="sm" onClick={() => setShown(Math.min(MAX_SHOWN, shown + PAGE))}>
          {words.older}
        </Button>
      )}
    </>
  )
}

interface JobRowProps {
  job: Job
  onCancel(): void
  onRetry(): void
}

/** A job of the list; the kind leads to its subject where the Studio has a page for it. */
function JobRow({ job, onCancel, onRetry }: JobRowProps) {
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

/** The duration of the job's last attempt, measured with the clock of this computer while it runs. */
function tookText({ started_at, finished_at }: Job): string {
  if (started_at === null) return ''
  const end = finished_at === null ? Date.now() : Date.parse(finished_at)
  return formatDuration((end - Date.parse(started_at)) / 1000)
}

/** The queues that have something to do, with the reason why their jobs wait. */
function QueueList({ queues }: { queues: readonly JobQueue[] }) {
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

/** The share of the slots, the limit and the label that an operator has set for the queue. */
const shareOf = ({ weight, at_most, label }: JobQueue): string[] => [
  ...(weight > 1 ? [words.weight(weight)] : []),
  ...(at_most === null ? [] : [words.atMost(at_most)]),
  ...(label === null ? [] : [words.onlyBy(label)]),
]
