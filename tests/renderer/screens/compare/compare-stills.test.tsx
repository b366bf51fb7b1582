import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CompareScreen } from '../../../../src/renderer/screens/compare/compare-screen.tsx'
import { type Artifact, emptyProgress, type RunSource } from '../../../../src/shared/domain/run.ts'
import { aRun, aWorkflow } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { imageRecords, stubImages } from '../../image-files.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup()
const json: Artifact = {
  id: 'frames.jsonl',
  name: 'frames.jsonl',
  kind: 'json',
  node_id: null,
  media_type: 'application/x-ndjson',
  size_bytes: 10,
  sha256: 'ab',
  records: 1,
}
const shelf: RunSource = { kind: 'dataset', name: 'Shelf', uri: null }
const street: RunSource = { kind: 'video', name: 'street.mp4', uri: 'file:///street.mp4' }

function compare(one: RunSource, two: RunSource) {
  const runs = [one, two].map((source, i) => {
    const progress = { ...emptyProgress(), frames_done: 3 }
    return aRun({ id: `run-${i + 1}`, source, progress, artifacts: source.kind === 'dataset' ? [json] : [] })
  })
  renderWith(createFakeHost({ workflows: [aWorkflow()], runs }), <CompareScreen runA="run-1" runB="run-2" />)
}

beforeEach(() => {
  const answer = (url: string) => new Response(url.endsWith('frames.jsonl') ? imageRecords(3) : '')
  vi.stubGlobal('fetch', async (url: string) => answer(url))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('two runs on images', () => {
  test('step through their images together, without a clock, a speed or a play button', async () => {
    const asked = stubImages()
    compare(shelf, shelf)
    expect(await screen.findByText('Image 1 of 3')).toBeTruthy()
    expect(await screen.findByRole('img', { name: 'Image of run 1' })).toBeTruthy()
    expect(await screen.findByRole('img', { name: 'Image of run 2' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Play (Space)' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Speed/ })).toBeNull()
    await waitFor(() => expect(asked).toEqual(['/files/images/image-0', '/files/images/image-0']))
    await user.click(screen.getByRole('button', { name: 'Next image' }))
    expect(await screen.findByText('Image 2 of 3')).toBeTruthy()
    await waitFor(() => expect(asked.slice(2)).toEqual(['/files/images/image-1', '/files/images/image-1']))
    await user.keyboard(',')
    expect(await screen.findByText('Image 1 of 3')).toBeTruthy()
  })
})

test('a run on images compared with one on a video keeps the controls of a video', async () => {
  stubImages()
  compare(shelf, street)
  expect(await screen.findByRole('button', { name: 'Play (Space)' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull()
})
