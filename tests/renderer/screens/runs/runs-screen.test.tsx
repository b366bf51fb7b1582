import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { RunsScreen } from '../../../../src/renderer/screens/runs/list/runs-screen.tsx'
import { countsSummary } from '../../../../src/renderer/screens/runs/list/runs-table.tsx'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import { aRun, aWorkflow } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup()
const host = () =>
  createFakeHost({
    workflows: [aWorkflow({ id: 'a', name: 'Gate' }), aWorkflow({ id: 'b', name: 'Crossing' })],
    runs: [
      aRun({ id: '1', workflow_id: 'a', workflow_name: 'Gate', status: 'processing', finished_at: null }),
      aRun({ id: '2', workflow_id: 'b', workflow_name: 'Crossing' }),
      aRun({
        id: '3',
        workflow_id: 'b',
        workflow_name: 'Crossing',
        status: 'error',
        error: { code: 'source_unreadable', message: 'The video ends in the middle.', node_id: null },
      }),
    ],
  })
const rows = () => screen.getAllByRole('row').slice(1)

beforeEach(() => {
  window.location.hash = ''
  window.sessionStorage.clear()
})

describe('the run history', () => {
  test('shows every run with its status', async () => {
    renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Gate' })
    expect(rows()).toHaveLength(3)
    expect(rows()[0]?.textContent).toContain('Running')
    expect(rows()[2]?.textContent).toContain('The video ends in the middle.')
  })

  test('can be filtered by status', async () => {
    renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Gate' })
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Failed' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Cancelled' }))
    expect(await screen.findByText('No matching runs')).toBeTruthy()
  })

  test('opens a run with a click on its row', async () => {
    renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Gate' })
    await user.click(within(rows()[1] as HTMLElement).getByText('Completed'))
    expect(window.location.hash).toBe('#/runs/2')
  })

  test('deletes only ended runs and cancels only active ones', async () => {
    const fake = host()
    renderWith(fake, <RunsScreen />)
    await user.click(await screen.findByRole('button', { name: 'More actions for this run of Gate' }))
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }))
    await waitFor(() => expect(fake.state.runs[0]?.status).toBe('cancelled'))
  })
})

test('counts are formatted on one line', () => {
  const line = { node_id: 'l', name: 'Gate', a_to_b: 1200, b_to_a: 3, by_class: {} }
  const zone = { node_id: 'l', name: 'Square', visits: 1, dwell_s: 2, peak_occupancy: 1, by_class: {} }
  expect(countsSummary({ lines: [line], zones: [zone] })).toBe('Gate: 1,200 A → B, 3 B → A · Square: 1 visit')
})

describe('the queue', () => {
  const waiting = (id: string) =>
    aRun({ id, workflow_name: `Run ${id}`, status: 'queued', started_at: null, finished_at: null })
  const queued = () =>
    createFakeHost({ runs: ['c', 'b', 'a'].map(waiting), queue: { paused: false, run_ids: ['a', 'b', 'c'] } })
  const lineOf = (name: string) =>
    screen.getAllByRole('row').find((row) => row.textContent?.includes(name))?.textContent ?? ''

  test('shows the order of the runs and can be reordered', async () => {
    const fake = queued()
    renderWith(fake, <RunsScreen />)
    expect(await screen.findByText('3 queued runs.')).toBeTruthy()
    expect(lineOf('Run a')).toContain('Next in the queue')
    expect(lineOf('Run c')).toContain('3 of 3 in the queue')
    await user.click(screen.getByRole('button', { name: /^Move the run of Run c .* up$/ }))
    expect(lineOf('Run c')).toContain('2 of 3 in the queue')
    await user.click(screen.getByRole('button', { name: /^Move the run of Run a .* down$/ }))
    expect(lineOf('Run c')).toContain('Next in the queue')
    await waitFor(() => expect(fake.state.queue.run_ids).toEqual(['c', 'a', 'b']))
    expect(rows().map((row) => /Run (.)/.exec(row.textContent ?? '')?.[1])).toEqual(['c', 'a', 'b'])
  })

  test('can be paused and continued', async () => {
    const fake = queued()
    renderWith(fake, <RunsScreen />)
    await user.click(await screen.findByRole('button', { name: 'Pause the queue' }))
    expect(screen.getByText('The queue is paused. 3 queued runs.')).toBeTruthy()
    await waitFor(() => expect(fake.state.queue.paused).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Resume the queue' }))
    await waitFor(() => expect(fake.state.queue.paused).toBe(false))
  })

  test('shows the same progress of the active run in the strip and in its row, although it advances', async () => {
    const going = aRun({ id: 'g', workflow_name: 'Going', status: 'processing', finished_at: null })
    const fake = createFakeHost({
      runs: [going],
      load: { run_id: 'g', processes: 1, cpu_share: 0.5, memory_bytes: 1e6 },
    })
    const { api } = fake
    let read = 0
    const share = () => ({ ...going.progress, frames_done: 10 * ++read, frames_total: 500, media_time_s: read })
    fake.api = (async (endpoint: 'workflowRuns.list', input: object) => {
      if (endpoint === 'workflowRuns.list') fake.state.runs = [{ ...going, progress: share() }]
      return api(endpoint, input as never)
    }) as typeof api
    renderWith(fake, <RunsScreen />)
    const strip = await screen.findByRole('region', { name: 'Engine' })
    const percent = /\d+ %/.exec(strip.textContent ?? '')?.[0]
    expect(percent).toBeTruthy()
    expect(lineOf('Going')).toContain(percent)
  })

  test('shows a waiting time that does not depend on the list’s filter', async () => {
    const source = { kind: 'video' as const, name: 'a.mp4', uri: 'a' }
    const going = aRun({ id: 'g', source, status: 'processing', finished_at: null })
    const fake = createFakeHost({
      runs: [
        { ...waiting('a'), source },
        { ...going, progress: { ...going.progress, seconds_left: 63 } },
      ],
      queue: { paused: false, run_ids: ['a'] },
      load: { run_id: 'g', processes: 1, cpu_share: 0.5, memory_bytes: 1e6 },
    })
    renderWith(fake, <RunsScreen />)
    expect((await screen.findByText(/starts in about/)).textContent).toContain('1:03')
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Queued' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect((await screen.findByText(/starts in about/)).textContent).toContain('1:03')
  })

  test('reverts to the old order when the host rejects the new one', async () => {
    const fake = queued()
    renderWith(fake, <RunsScreen />)
    await screen.findByText('3 queued runs.')
    fake.failNext('workflowRuns.updateQueue', 'The disk is full.')
    await user.click(screen.getByRole('button', { name: /^Move the run of Run c .* up$/ }))
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    await waitFor(() => expect(lineOf('Run c')).toContain('3 of 3 in the queue'))
  })
})

describe('several chosen runs', () => {
  const artifact = (size_bytes: number): WorkflowRun['artifacts'][number] => ({
    id: 'a',
    name: 'a.mp4',
    kind: 'annotated_video',
    node_id: null,
    media_type: 'video/mp4',
    size_bytes,
    sha256: '',
    records: null,
  })
  const many = () =>
    createFakeHost({
      runs: [
        aRun({ id: '1', status: 'processing', finished_at: null }),
        aRun({ id: '2', workflow_name: 'Gate', artifacts: [artifact(3_000_000), artifact(1_000_000)] }),
        aRun({ id: '3', workflow_name: 'Yard', artifacts: [artifact(2_000_000)] }),
      ],
    })

  test('are shown with their size, deleted together, and restored by Undo', async () => {
    const fake = many()
    renderWith(fake, <RunsScreen />)
    await user.click(await screen.findByRole('checkbox', { name: 'Select all ended runs' }))
    const bar = screen.getByRole('region', { name: 'Selected runs' })
    expect(bar.textContent).toContain('2 runs selected')
    expect(bar.textContent).toContain('6.0 MB on disk')
    await user.click(within(bar).getByRole('button', { name: 'Delete' }))
    expect(rows()).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(fake.state.runs).toHaveLength(3)
  })

  test('do not include an active run, and choosing a run does not open it', async () => {
    renderWith(many(), <RunsScreen />)
    const boxes = (await screen.findAllByRole('checkbox')).slice(1) as HTMLInputElement[]
    expect(boxes.map((box) => box.disabled)).toEqual([true, false, false])
    await user.click(boxes[1] as HTMLInputElement)
    expect(window.location.hash).toBe('')
    expect(screen.getByText('1 run selected')).toBeTruthy()
  })
})
