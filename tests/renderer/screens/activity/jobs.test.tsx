import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ActivityScreen } from '../../../../src/renderer/screens/activity/activity-screen.tsx'
import { JOB_POOLS, type Job, type JobQueue, type JobWorker } from '../../../../src/shared/api/jobs.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { anAccount } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const aJob = (part: Partial<Job> = {}): Job => ({
  id: 'job-1',
  kind: 'dataset_export',
  subject: 'Street',
  state: 'done',
  attempts: 1,
  label: null,
  progress: null,
  error: null,
  created_at: '2026-03-04T10:00:00Z',
  started_at: '2026-03-04T10:00:01Z',
  finished_at: '2026-03-04T10:01:06Z',
  ...part,
})

const LIVE = aJob({
  id: 'run-1',
  kind: 'workflow_run',
  subject: 'Count',
  state: 'running',
  finished_at: null,
  progress: { done: 5, total: 20 },
})
const FAILED = aJob({ id: 'job-2', kind: 'dataset_import', state: 'failed', attempts: 2, error: 'The disk is full.' })

const IDLE: JobQueue[] = JOB_POOLS.map((pool) => ({
  pool,
  queued: 0,
  running: 0,
  is_paused: false,
  others_queued: 0,
  slots: 1,
  weight: 1,
  at_most: null,
  label: null,
}))

const SERVER: JobWorker = {
  id: 'w-1',
  name: 'rack-1',
  kind: 'server',
  version: '1.0.0',
  running: 1,
  is_lost: false,
  slots: { interactive: 2, short: 2, long: 2, runs: 0 },
  labels: [],
  started_at: '2026-03-04T10:00:00Z',
  seen_at: '2026-03-04T10:00:00Z',
}

function hostWith(start: Job[], queues: JobQueue[] = IDLE, workers: JobWorker[] = [SERVER]) {
  let all = start
  return hostWithAnswers({
    'jobs.list': ({ query: { state, limit = 50 } = {} }) =>
      all.filter((job) => state === undefined || job.state === state).slice(0, limit),
    'jobs.queues': () => queues,
    'operator.workers': () => workers,
    'jobs.cancel': ({ params }) => {
      all = all.map((job) => (job.id === params.job_id ? { ...job, state: 'cancelled' } : job))
      return all[0] as Job
    },
    'jobs.retry': ({ params }) => {
      all = all.map((job) => (job.id === params.job_id ? { ...job, state: 'queued', error: null } : job))
      return all[0] as Job
    },
  })
}

const rowOf = async (name: RegExp) =>
  within(await screen.findByRole('table', { name: 'Jobs' })).getByRole('row', { name })

test('a job is listed with its subject, its state, its progress and its time, and a run leads to its page', async () => {
  renderWith(hostWith([LIVE, aJob()]), <ActivityScreen page="jobs" />)
  const live = await rowOf(/Run of a workflow: Count/)
  expect(within(live).getByRole('link').getAttribute('href')).toBe('#/runs/run-1')
  // A long one is cut in the row.
  expect(within(live).getByTitle('Run of a workflow: Count')).toBeTruthy()
  expect(within(live).getByRole('progressbar', { name: 'Progress: Run of a workflow: Count' })).toBeTruthy()
  expect(within(live).getByText(/^25 %/)).toBeTruthy()
  const done = await rowOf(/Export of a data set: Street/)
  expect(within(done).getByText('Done')).toBeTruthy()
  expect(within(done).getByText('1:05')).toBeTruthy()
  expect(within(done).queryByRole('button')).toBeNull()
})

test('a running job is cancelled, and a failed one shows its reason and is retried', async () => {
  renderWith(hostWith([LIVE, FAILED]), <ActivityScreen page="jobs" />)
  await userEvent.click(within(await rowOf(/Run of a workflow/)).getByRole('button', { name: /^Cancel: Run/ }))
  await waitFor(async () => expect(within(await rowOf(/Run of/)).getByText('Cancelled')).toBeTruthy())
  const failed = await rowOf(/Import of an archive/)
  expect(within(failed).getByText('The disk is full.')).toBeTruthy()
  expect(within(failed).getByText('2 attempts')).toBeTruthy()
  await userEvent.click(within(failed).getByRole('button', { name: /^Retry: Import/ }))
  await waitFor(async () => expect(within(await rowOf(/Import of/)).getByText('Waiting')).toBeTruthy())
})

test('the list is limited to a state, and empty ones say so', async () => {
  renderWith(hostWith([LIVE, FAILED]), <ActivityScreen page="jobs" />)
  await rowOf(/Run of a workflow/)
  await userEvent.click(screen.getByRole('combobox', { name: 'State' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Failed' }))
  await waitFor(() => expect(screen.queryByText(/Run of a workflow/)).toBeNull())
  await userEvent.click(screen.getByRole('combobox', { name: 'State' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Given up' }))
  expect(await screen.findByText('No job is in this state')).toBeTruthy()
})

test('a waiting job shows the label of the workers that it needs', async () => {
  const waiting = aJob({ kind: 'workflow_run', state: 'queued', label: 'gpu', started_at: null, finished_at: null })
  renderWith(hostWith([waiting]), <ActivityScreen page="jobs" />)
  expect(within(await rowOf(/Run of a workflow/)).getByText('for a worker with the label “gpu”')).toBeTruthy()
})

test('older jobs are listed on request', async () => {
  const many = Array.from({ length: 60 }, (_, i) => aJob({ id: `job-${i}` }))
  renderWith(hostWith(many), <ActivityScreen page="jobs" />)
  const table = await screen.findByRole('table', { name: 'Jobs' })
  expect(within(table).getAllByRole('row')).toHaveLength(51)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(61))
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('a viewer sees the jobs, and why they can’t be cancelled', async () => {
  renderAsViewer(hostWith([LIVE]), <ActivityScreen page="jobs" />)
  const cancel = within(await rowOf(/Run of a workflow/)).getByRole('button', { name: /^Cancel: Run/ })
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'))
})

test('a queue with work shows why its jobs wait', async () => {
  const runs = {
    pool: 'runs',
    queued: 2,
    running: 1,
    is_paused: true,
    others_queued: 3,
    slots: 1,
    weight: 3,
    at_most: 2,
    label: 'eu',
  } as const
  renderWith(hostWith([LIVE], [...IDLE.slice(0, 3), runs]), <ActivityScreen page="jobs" />)
  const queues = await screen.findByRole('list', { name: 'Queues' })
  expect(within(queues).getAllByRole('listitem')).toHaveLength(1)
  expect(queues.textContent).toBe(
    'Runs 1 in progress, 2 waiting; 1 at a time. Its weight is 3. At most 2 of this organization at a time. Only workers with the label “eu” execute them. The queue is paused. 3 jobs of other organizations take turns with them.',
  )
})

test('workers are listed for operators alone, with those that are lost; a server without workers is not', async () => {
  const worker: JobWorker = {
    ...SERVER,
    id: 'w-2',
    name: 'rack-2',
    kind: 'worker',
    slots: { ...SERVER.slots, runs: 2 },
    labels: ['gpu', 'eu'],
  }
  const lost: JobWorker = { ...worker, id: 'w-3', name: 'rack-3', is_lost: true }
  const { unmount } = renderWith(hostWith([LIVE], IDLE, [SERVER, worker, lost]), <ActivityScreen page="jobs" />)
  const list = await screen.findByRole('list', { name: 'Workers' })
  const [first, second, third] = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(first).toBe('Server rack-1 1 job in progress, 0 runs at a time; version 1.0.0.')
  expect(second).toBe('Worker rack-2 1 job in progress, 2 runs at a time; version 1.0.0. Labels: gpu, eu.')
  expect(third).toMatch(/^Worker rack-3 Last heard of: .+\. Others execute its jobs\.$/)
  unmount()
  const alone = renderWith(hostWith([LIVE]), <ActivityScreen page="jobs" />)
  await rowOf(/Run of a workflow/)
  expect(screen.queryByRole('list', { name: 'Workers' })).toBeNull()
  alone.unmount()
  const host = hostWith([LIVE], IDLE, [SERVER, worker])
  renderWith(Object.assign(host, { info: { ...host.info, account: anAccount() } }), <ActivityScreen page="jobs" />)
  await rowOf(/Run of a workflow/)
  expect(host.state.calls.map(({ endpoint }) => endpoint)).not.toContain('operator.workers')
})
