/** The jobs of the organization, newest first: their progress, their reasons, and cancel or retry. */
import { Button, Group, Select } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { JOB_STATES, type Job, type JobState } from '../../../../shared/api/jobs.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useIsOperator } from '../../../base/host/server-state.tsx'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { WorkerList } from '../../../parts/studio/workers/worker-list.tsx'
import { texts } from '../../../texts/texts.ts'
import { JobRow } from './job-row.tsx'
import { QueueList } from './queue-list.tsx'

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
