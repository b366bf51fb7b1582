import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FramesOfRunButton } from '../../../../../src/renderer/parts/run/frames/frames-of-run-button.tsx'
import type { WorkflowRun } from '../../../../../src/shared/domain/run.ts'
import { aRun } from '../../../examples.ts'
import { renderWith } from '../../../render.tsx'
import { aDataset } from '../../../screens/data/images.ts'
import { hostWithAnswers } from '../../../with-answers.ts'

const inspected = (): WorkflowRun =>
  aRun({
    id: 'run-1',
    source: { kind: 'video', name: 'yard.mp4', uri: 'upload://yard.mp4' },
    inspection: { frames: 'frames', events: null } as unknown as NonNullable<WorkflowRun['inspection']>,
  })

function open(moments?: readonly number[], run = inspected()) {
  const host = hostWithAnswers({
    'datasets.list': () => ({
      data: [aDataset({ id: 'set-1', name: 'Street' })],
      pagination: { limit: 1000, offset: 0, total: 1, has_more: false },
    }),
    'datasets.create': ({ body }) => aDataset({ id: 'made', name: body.name }),
    'video.extractFrames': () => ({
      job_id: 'job',
      status: 'complete',
      progress: 1,
      frames_extracted: 2,
      total_frames: 2,
      error: null,
      directory_path: '/yard',
      warning: null,
      image_ids: ['a', 'b'],
    }),
  })
  renderWith(host, <FramesOfRunButton run={run} {...(moments && { moments })} />)
  return (id: string) => host.state.calls.filter((one) => one.endpoint === id).map(({ input }) => input)
}

test('the frames at which a run was wrong become images of a new data set, each once and in order', async () => {
  const calls = open([4, 2.5, 4])
  await userEvent.click(screen.getByRole('button', { name: 'Make a data set from what this run got wrong' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Extract frames' }))
  const link = await screen.findByRole('link', { name: 'Open the data set' })
  expect(link.getAttribute('href')).toBe('#/data/made')
  expect(calls('video.extractFrames')).toMatchObject([
    {
      body: {
        dataset_name: 'made',
        store_path: 'upload://yard.mp4',
        directory_name: 'yard',
        selection: { by: 'moments', times_s: [2.5, 4] },
      },
    },
  ])
})

test('the unsure frames of a run are offered first, and go to a data set that exists', async () => {
  const calls = open()
  await userEvent.click(screen.getByRole('button', { name: 'Add frames to a data set' }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Data set' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Street' }))
  await userEvent.click(screen.getByRole('button', { name: 'Extract frames' }))
  await screen.findByText('2 frames added in /yard.')
  expect(calls('datasets.create')).toEqual([])
  expect(calls('video.extractFrames')).toMatchObject([
    { body: { dataset_name: 'set-1', selection: { by: 'unsure', run_id: 'run-1' }, proposals_run_id: 'run-1' } },
  ])
})

test('a run that was never wrong says so, and a run without a video has no button', async () => {
  open([])
  const button = screen.getByRole('button', { name: 'Make a data set from what this run got wrong' })
  await waitFor(() => expect(button.getAttribute('aria-description')).toContain('missed nothing'))
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  open(undefined, aRun({ source: { kind: 'image', name: 'a.jpg', uri: 'upload://a.jpg' } }))
  expect(screen.queryByRole('button', { name: 'Add frames to a data set' })).toBeNull()
})
