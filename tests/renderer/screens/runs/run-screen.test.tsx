import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RunScreen } from '../../../../src/renderer/screens/runs/run-screen.tsx'
import { type Conversion, markOf } from '../../../../src/shared/domain/conversion.ts'
import type { DeviceUsed } from '../../../../src/shared/domain/device.ts'
import { type Artifact, emptyCounts, emptyProgress } from '../../../../src/shared/domain/run.ts'
import { aModel, aRun, aWorkflow } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup()
const graph = { version: 1 as const, nodes: [{ id: 'm', type: 'model', config: {} }], edges: [] }
const artifact = (id: string, kind: Artifact['kind']): Artifact => ({
  id,
  name: id,
  kind,
  node_id: null,
  media_type: 'text/plain',
  size_bytes: 10,
  sha256: 'ab'.repeat(32),
  records: 1,
})

beforeEach(() => {
  window.location.hash = ''
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('counts with a low confidence', () => {
  const line = { node_id: 'l', name: 'Kerb', a_to_b: 3, b_to_a: 1, by_class: {} }
  const figures = { frames_in: 9, frames_out: 9, detections: 40, events: 0, ms_per_frame: 1 }
  const open = (doubt: object) => {
    const run = aRun({ counts: { lines: [line], zones: [] }, nodes: { m: { ...figures, ...doubt } } })
    renderWith(createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] }), <RunScreen runId="run-1" />)
  }

  test('are marked as doubtful, with the block and the share of its scores near the threshold', async () => {
    open({ doubt: { near: 30, threshold: 0.25 } })
    const note = await screen.findByRole('region', { name: 'Doubtful counts' })
    expect(note.textContent).toMatch(
      /^Doubtful: 75 % of the detections of “Model” barely reach its confidence of 0\.25\./,
    )
  })

  test('are not marked when the scores are far from the threshold', async () => {
    open({})
    await screen.findByText('Kerb')
    expect(screen.queryByRole('region', { name: 'Doubtful counts' })).toBeNull()
  })
})

describe('the options of a model', () => {
  const figures = { frames_in: 9, frames_out: 9, detections: 40, events: 0, ms_per_frame: 1 }
  const options = { channels: 'bgr' as const }
  const ofModel = { ...graph, nodes: [{ id: 'm', type: 'model', config: { model_id: 'model-1' } }] }
  const open = async (made: object, now: Conversion | null) => {
    const run = aRun({ nodes: { m: { ...figures, ...made } } })
    const models = [aModel({ conversion: now })]
    renderWith(
      createFakeHost({ workflows: [aWorkflow({ graph: ofModel })], runs: [run], models }),
      <RunScreen runId="run-1" />,
    )
    await user.click(await screen.findByRole('tab', { name: 'Blocks' }))
    return screen.findByRole('rowheader', { name: /^Model/ })
  }

  test('mark the block of a run that was made with other ones', async () => {
    expect((await open({}, options)).textContent).toContain('Made with other options')
  })

  test('leave the block unmarked while they are those of the run', async () => {
    const block = await open({ conversion_mark: markOf(options) }, options)
    expect(block.textContent).not.toContain('Made with other options')
  })
})

describe('the device of a model block', () => {
  const figures = { frames_in: 9, frames_out: 9, detections: 40, events: 0, ms_per_frame: 1 }
  const open = (device: DeviceUsed, log: string) => {
    vi.stubGlobal('fetch', async () => new Response(log))
    const run = aRun({ nodes: { m: { ...figures, device } }, artifacts: [artifact('run.log', 'log')] })
    renderWith(createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] }), <RunScreen runId="run-1" />)
    return screen.findByRole('tab', { name: 'Blocks' }).then((tab) => user.click(tab))
  }
  const block = () => screen.findByRole('rowheader', { name: /^Model/ })

  test('is displayed with the figures of the block', async () => {
    await open({ id: 'webgpu', kind: 'webgpu', name: 'Radeon 780M' }, '')
    expect((await block()).textContent).toBe('ModelRadeon 780M')
  })

  test('is a warning with the sentence of the log when the CPU took over', async () => {
    const at = '2026-03-04T10:00:00.000Z'
    const lines = [
      `${at} info    [m] Reading the model\n`,
      `${at} warning [m] Radeon 780M was lost: the CPU runs the model.\t{"code":"log.device_failed","params":{}}\n`,
    ]
    await open({ id: 'cpu', kind: 'cpu', name: 'CPU', fell_back: true }, lines.join(''))
    await waitFor(async () =>
      expect((await block()).textContent).toBe(
        'ModelFell back to the CPU. Radeon 780M was lost: the CPU runs the model.',
      ),
    )
  })

  test('is a warning without a line in the log, too', async () => {
    await open({ id: 'cpu', kind: 'cpu', name: 'CPU', fell_back: true }, '')
    expect((await block()).textContent).toContain('The chosen device failed')
  })
})

describe('an active run', () => {
  const running = aRun({ status: 'processing', finished_at: null, progress: emptyProgress() })
  const start = () => {
    const host = createFakeHost({ workflows: [aWorkflow({ graph })], runs: [running] })
    renderWith(host, <RunScreen runId="run-1" />)
    return host
  }

  test('shows its progress as it is reported', async () => {
    const host = start()
    await screen.findByText('Running')
    await waitFor(() => {
      host.emit('run-1', {
        type: 'progress',
        progress: { frames_done: 250, frames_total: 1000, media_time_s: 10, fps: 25, seconds_left: 30 },
        nodes: {},
        counts: emptyCounts(),
      })
      expect(screen.queryByText('25 %')).toBeTruthy()
    })
    expect(screen.getByText('about 30 s left')).toBeTruthy()
  })

  test('shows its latest frame while it is active', async () => {
    const progress = { ...emptyProgress(), frames_done: 4 }
    const host = createFakeHost({ workflows: [aWorkflow({ graph })], runs: [{ ...running, progress }] })
    host.state.pictures['run-1'] = { frame_index: 3, time_s: 1.5, width: 64, height: 36, jpeg: 'AAAA' }
    renderWith(host, <RunScreen runId="run-1" />)
    const image = await screen.findByRole('img', { name: 'Latest annotated frame of the run' })
    expect(image.getAttribute('src')).toBe('data:image/jpeg;base64,AAAA')
    expect(screen.getByText('Live · 0:01.50')).toBeTruthy()
  })

  test('can be cancelled', async () => {
    const host = start()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(host.state.runs[0]?.status).toBe('cancelled')
  })

  test('shows its results when it ends', async () => {
    const host = start()
    await screen.findByText('Running')
    await waitFor(() => {
      host.emit('run-1', { type: 'run', run: aRun({ artifacts: [artifact('run.log', 'log')] }) })
      expect(screen.queryByText('Completed')).toBeTruthy()
    })
    expect(screen.getByRole('tab', { name: 'Files' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Run again' })).toBeTruthy()
  })
})

describe('a failed run', () => {
  test('shows the reason, the block and the frame, and opens the frame', async () => {
    const error = {
      code: 'model_missing',
      message: 'The model is gone. Choose another one.',
      node_id: 'm',
      frame: { index: 41, time_s: 1.64 },
    }
    const run = aRun({ status: 'error', error })
    renderWith(createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] }), <RunScreen runId="run-1" />)
    expect(await screen.findByText('The model is gone. Choose another one.')).toBeTruthy()
    expect(await screen.findByText('41, at 0:01.64')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Open at this frame' })).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'Open block in editor' })
    expect(link.getAttribute('href')).toBe('#/workflows/wf-1/m')
  })

  test('can be run again', async () => {
    const run = aRun({ status: 'error', error: { code: 'engine_died', message: 'It died.', node_id: null } })
    const host = createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] })
    renderWith(host, <RunScreen runId="run-1" />)
    const [button] = await screen.findAllByRole('button', { name: 'Run again' })
    await user.click(button as HTMLElement)
    await waitFor(() => expect(window.location.hash).toBe(`#/runs/${host.state.runs[0]?.id}`))
    expect(host.state.runs).toHaveLength(2)
  })
})

describe('a run that was interrupted', () => {
  const error = { code: 'engine_died', message: 'It died.', node_id: null }
  const show = (part: Parameters<typeof aRun>[0]) => {
    const run = aRun({ status: 'error', error, ...part })
    const host = createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] })
    renderWith(host, <RunScreen runId="run-1" />)
    return host
  }

  test('can be resumed, as a run of its own', async () => {
    const host = show({ resumable: true })
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(window.location.hash).toBe(`#/runs/${host.state.runs[0]?.id}`))
    expect(host.state.calls).toContainEqual({ endpoint: 'workflowRuns.resume', input: { params: { run_id: 'run-1' } } })
    expect(host.state.runs[0]).toMatchObject({ resumed_from: 'run-1' })
    expect(host.state.runs).toHaveLength(2)
  })

  test('is shown as interrupted instead of failed, and offers to resume first', async () => {
    show({ resumable: true, error: { code: 'interrupted', message: 'This run was interrupted.', node_id: null } })
    const panel = await screen.findByRole('region', { name: 'Interrupted' })
    expect(
      within(panel)
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['Resume', 'Run again'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Failed')).toBeNull()
  })

  test('stays open when it can’t be resumed, and shows the reason', async () => {
    const host = show({ resumable: true })
    host.failNext('workflowRuns.resume', 'Nothing of it was kept.')
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    expect(await screen.findByText(/Nothing of it was kept\./)).toBeTruthy()
    expect(window.location.hash).toBe('')
  })

  test.each([
    ['that has kept nothing', { resumable: false }, 'More'],
    ['that has completed', { status: 'completed' as const, error: null }, 'More'],
    ['that goes on', { status: 'processing' as const, error: null, finished_at: null }, 'Cancel'],
  ])('%s offers no Resume button', async (_, part, button) => {
    show(part)
    await screen.findByRole('button', { name: button })
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  })
})

describe('a completed run', () => {
  const csv = [
    'type,geometry,time_s,track_id,class_name,direction',
    'line_crossing,Gate,1,4,car,a_to_b',
    'line_crossing,Gate,2,5,person,b_to_a',
    '',
  ].join('\r\n')
  const run = aRun({
    artifacts: [artifact('events.csv', 'csv')],
    counts: {
      lines: [
        {
          node_id: 'l',
          name: 'Gate',
          a_to_b: 1,
          b_to_a: 1,
          by_class: { car: { a_to_b: 1, b_to_a: 0 }, person: { a_to_b: 0, b_to_a: 1 } },
        },
      ],
      zones: [],
    },
  })

  test('opens the events behind a count', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response(csv)
    })
    renderWith(createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] }), <RunScreen runId="run-1" />)
    await screen.findByText('2 events')
    expect(asked).toEqual(['/files/runs/run-1/events.csv'])
    const [total] = screen.getAllByTitle('Show these events')
    await user.click(total as HTMLElement)
    expect(await screen.findByText('1 of 2 events')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('2 events')).toBeTruthy()
  })

  test('reports a file that cannot be read, and stays usable', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
    renderWith(createFakeHost({ workflows: [aWorkflow({ graph })], runs: [run] }), <RunScreen runId="run-1" />)
    expect(await screen.findByText(/no longer exists/)).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Files' })).toBeTruthy()
  })
})

test('a run that does not exist is reported in a sentence', async () => {
  renderWith(createFakeHost(), <RunScreen runId="gone" />)
  expect(await screen.findByText('This run can’t be shown')).toBeTruthy()
})
