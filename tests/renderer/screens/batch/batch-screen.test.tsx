import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { BatchScreen } from '../../../../src/renderer/screens/batch/batch-screen.tsx'
import { BatchesScreen } from '../../../../src/renderer/screens/batch/list/batches-screen.tsx'
import { RunsScreen } from '../../../../src/renderer/shell/registry/runs.tsx'
import { emptyProgress } from '../../../../src/shared/domain/run.ts'
import { aWorkflow } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'
import { aBatch, anItem, counts, runOf } from './batches.ts'

const user = userEvent.setup()
beforeEach(() => {
  window.location.hash = ''
})

const lineOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

const done = () =>
  createFakeHost({
    workflows: [aWorkflow()],
    runs: [
      runOf('north', { counts: counts(12, 3) }),
      runOf('south', { counts: counts(5, 0) }),
      runOf('broken', {
        status: 'error',
        error: { code: 'source_unreadable', message: 'The video ends in the middle.', node_id: null },
      }),
    ],
    batches: [aBatch(['north', 'broken', 'south', 'away'].map((id) => anItem(id)))],
  })

describe('a batch', () => {
  test('shows each file with its counts, the reason for missing counts, and the totals', async () => {
    renderWith(done(), <BatchScreen batchId="batch-1" />)
    expect(cells(await lineOf('north.mp4'))).toEqual(expect.arrayContaining(['12', '3']))
    expect((await lineOf('broken.mp4')).textContent).toContain('The video ends in the middle.')
    expect((await lineOf('away.mp4')).textContent).toContain('Run deleted')
    expect(cells(await lineOf('All files'))).toEqual(expect.arrayContaining(['17', '3']))
    expect(screen.getByText('2 of 4 files done')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'north.mp4' }).getAttribute('href')).toBe('#/runs/run-north')
  })

  test('can be sorted by a count and back to its own order', async () => {
    renderWith(done(), <BatchScreen batchId="batch-1" />)
    const names = () => screen.getAllByRole('row').flatMap((row) => row.textContent?.match(/^[a-z]+\.mp4/)?.[0] ?? [])
    const head = await screen.findByRole('button', { name: 'Gate: A → B' })
    expect(names()).toEqual(['north.mp4', 'broken.mp4', 'south.mp4', 'away.mp4'])
    await user.click(head)
    expect(names()).toEqual(['north.mp4', 'south.mp4', 'broken.mp4', 'away.mp4'])
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending')
    await user.click(head)
    await user.click(head)
    expect(names()).toEqual(['north.mp4', 'broken.mp4', 'south.mp4', 'away.mp4'])
  })

  test('retries failed files and links them to their new runs', async () => {
    const host = done()
    renderWith(host, <BatchScreen batchId="batch-1" />)
    await user.click(await screen.findByRole('button', { name: 'Retry failed (1)' }))
    await waitFor(() => expect(host.state.batches[0]?.items[1]?.run_id).toBe('made-1'))
    expect(host.state.runs[0]).toMatchObject({ id: 'made-1', source: { uri: 'file:///broken.mp4' } })
    expect((await lineOf('broken.mp4')).textContent).toContain('Queued')
    expect(host.state.batches[0]?.items[0]?.run_id).toBe('run-north')
  })

  test('resumes an interrupted run instead of starting over', async () => {
    const host = done()
    host.state.runs = host.state.runs.map((run) => (run.id === 'run-broken' ? { ...run, resumable: true } : run))
    renderWith(host, <BatchScreen batchId="batch-1" />)
    await user.click(await screen.findByRole('button', { name: 'Retry failed (1)' }))
    await waitFor(() => expect(host.state.runs[0]?.resumed_from).toBe('run-broken'))
  })

  test('saves the reason when a file can’t be queued', async () => {
    const host = done()
    renderWith(host, <BatchScreen batchId="batch-1" />)
    await screen.findByText('north.mp4')
    host.failNext('workflows.invoke', 'There is no file behind this handle any more.')
    await user.click(screen.getByRole('button', { name: 'More actions for away.mp4' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Run again' }))
    expect(await screen.findByText('There is no file behind this handle any more.')).toBeTruthy()
  })

  test('opens the comparison of two completed files', async () => {
    renderWith(done(), <BatchScreen batchId="batch-1" />)
    await user.click(await screen.findByRole('checkbox', { name: 'Select north.mp4' }))
    expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select south.mp4' }))
    const link = screen.getByRole('link', { name: 'Compare' })
    expect(link.getAttribute('href')).toBe('#/compare/run-north/run-south')
    expect((screen.getByRole('checkbox', { name: 'Select broken.mp4' }) as HTMLInputElement).disabled).toBe(true)
  })

  test('cancels all remaining runs, the queued ones before the active one', async () => {
    const queued = { status: 'queued', started_at: null, finished_at: null } as const
    const progress = { ...emptyProgress(), frames_done: 100, frames_total: 500, seconds_left: 8 }
    const host = createFakeHost({
      runs: [
        runOf('c', queued),
        runOf('b', queued),
        runOf('a', { status: 'processing', finished_at: null, progress, counts: counts(2, 0) }),
      ],
      batches: [aBatch(['a', 'b', 'c'].map((id) => anItem(id)))],
    })
    renderWith(host, <BatchScreen batchId="batch-1" />)
    expect((await lineOf('a.mp4')).textContent).toContain('20 % · about 8 s left')
    await user.click(screen.getByRole('button', { name: 'Cancel the rest' }))
    await waitFor(() => expect(host.state.runs.map((run) => run.status)).toEqual(Array(3).fill('cancelled')))
    const cancelled = host.state.calls.filter((c) => c.endpoint === 'workflowRuns.cancel')
    expect(cancelled.map((c) => (c.input as { params: { run_id: string } }).params.run_id)).toEqual([
      'run-c',
      'run-b',
      'run-a',
    ])
  })

  test('queues the files that were left unqueued when the app was closed', async () => {
    const host = createFakeHost({
      workflows: [aWorkflow()],
      batches: [aBatch([anItem('a', { run_id: null }), anItem('b', { run_id: null })])],
    })
    renderWith(host, <BatchScreen batchId="batch-1" />)
    expect(await screen.findByText('2 files of this batch were not queued.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Queue the rest' }))
    await waitFor(() => expect(host.state.batches[0]?.items.map((i) => i.run_id)).toEqual(['made-1', 'made-2']))
    expect(host.state.runs.map((run) => run.source?.uri)).toEqual(['file:///b.mp4', 'file:///a.mp4'])
  })

  test('shows a message when it does not exist', async () => {
    renderWith(createFakeHost(), <BatchScreen batchId="nowhere" />)
    expect(await screen.findByText('Batch not found')).toBeTruthy()
  })
})

describe('all batches', () => {
  test('are listed with their state, and a deletion can be undone', async () => {
    const host = done()
    host.state.batches = [aBatch([anItem('north'), anItem('south')])]
    renderWith(host, <BatchesScreen />)
    const row = (await screen.findByRole('link', { name: 'Crossing' })).closest('tr') as HTMLElement
    expect(await within(row).findByText('Completed')).toBeTruthy()
    expect(row.textContent).toContain('north.mp4 and 1 other')
    await user.click(within(row).getByRole('button', { name: 'More actions for the batch of Crossing' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete batch, keep its runs' }))
    expect(await screen.findByText('No batches yet')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Crossing' })).toBeTruthy()
    expect(host.state.batches).toHaveLength(1)
  })

  test('are linked from each of their runs', async () => {
    renderWith(done(), <RunsScreen />)
    const chips = await screen.findAllByRole('link', { name: 'Batch of 4' })
    expect(chips.map((chip) => chip.getAttribute('href'))).toEqual(Array(3).fill('#/batches/batch-1'))
    expect(screen.getByRole('link', { name: 'Batches' }).getAttribute('href')).toBe('#/batches')
  })
})
