import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RunScreen } from '../../../../../src/renderer/screens/runs/run-screen.tsx'
import { type Artifact, emptyProgress, type WorkflowRun } from '../../../../../src/shared/domain/run.ts'
import { aRun, aWorkflow } from '../../../examples.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { imageRecords, stubImages } from '../../../image-files.ts'
import { renderWith } from '../../../render.tsx'
import { artifact, counts, files, graph } from './inspected-run.ts'

const user = userEvent.setup()
const open = (artifacts: Artifact[]) => {
  const host = createFakeHost({ workflows: [aWorkflow({ graph })], runs: [aRun({ artifacts, counts })] })
  renderWith(host, <RunScreen runId="run-1" />)
  return host
}
const why = () => screen.getByRole('status', { name: 'Why' })
const video = () => document.querySelector('video') as HTMLVideoElement

beforeEach(() => {
  window.location.hash = ''
  vi.stubGlobal('fetch', async (url: string) => new Response(files[url.split('/').at(-1) ?? ''] ?? ''))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a run with inspection data', () => {
  const artifacts = [artifact('all.jsonl', 'json'), artifact('evidence.jsonl', 'evidence')]

  test('is shown over its source video', async () => {
    open(artifacts)
    await screen.findByRole('tab', { name: 'Tracks' })
    expect(video().getAttribute('src')).toBe('/files/source?uri=file%3A%2F%2F%2Fstreet.mp4')
  })

  test('seeks to the frame of a count and shows why it was counted', async () => {
    open(artifacts)
    await screen.findByRole('tab', { name: 'Evidence' })
    await screen.findByText('1 event')
    await user.click(screen.getAllByTitle('Show these events')[0] as HTMLElement)
    await waitFor(() => expect(why().textContent).toMatch(/^Car #4 crossed Gate from A to B at 0:01.01/))
    // Frame 25 is on the screen from 1.00 s to 1.04 s; the seek aims at its middle.
    expect(video().currentTime).toBeCloseTo(1.02, 6)
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }))
    expect(why().textContent).toMatch(/^Click a count/)
  })

  test('does not show zero counts for a place whose events were not kept', async () => {
    open(artifacts)
    expect(await screen.findByText('1 counted')).toBeTruthy()
    cleanup()
    open([artifact('frames.jsonl', 'json')])
    // The lane of objects appears once the file is read.
    expect(await screen.findByText('max 2')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/ counted$/)).toBeNull())
  })

  test('lists near misses with their reason and the number of those left out', async () => {
    open(artifacts)
    await user.click(await screen.findByRole('tab', { name: 'Evidence' }))
    const reasons = await screen.findByRole('list', { name: 'Near misses by reason' })
    expect(reasons.textContent).toContain('Met the line and returned')
    expect(reasons.textContent).toContain('The first 100 are stored, 240 are omitted.')
    expect(screen.getByText('1 counted, 1 near misses')).toBeTruthy()
    await user.click(screen.getByText('Near misses'))
    expect(await screen.findByText('0 counted, 1 near misses')).toBeTruthy()
  })

  test('calls nothing counted or uncounted before all events are read', async () => {
    let goOn = () => {}
    const rest = new Promise<void>((resolve) => (goOn = resolve))
    const bytes = new TextEncoder().encode(files['all.jsonl'])
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(file) {
        file.enqueue(bytes.slice(0, -400))
        await rest
        file.enqueue(bytes.slice(-400))
        file.close()
      },
    })
    vi.stubGlobal('fetch', async (url: string) => new Response(url.endsWith('all.jsonl') ? body : ''))
    open(artifacts)
    expect(await screen.findByText('…')).toBeTruthy()
    expect(screen.queryByText('0 counted')).toBeNull()
    goOn()
    expect(await screen.findByText('1 counted')).toBeTruthy()
    expect(screen.queryByText('…')).toBeNull()
  })

  test('steps to the next event with a key', async () => {
    open(artifacts)
    await screen.findByRole('tab', { name: 'Evidence' })
    await screen.findByRole('button', { name: 'Next event (N)' })
    await user.keyboard('n')
    await waitFor(() => expect(why().textContent).toMatch(/^Car #4/))
  })

  test('lists tracks with the lines and zones that counted them', async () => {
    open(artifacts)
    await user.click(await screen.findByRole('tab', { name: 'Tracks' }))
    await screen.findByText('2 tracks')
    await user.type(screen.getByRole('textbox', { name: 'Track number' }), '9')
    expect(await screen.findByText('1 of 2 tracks')).toBeTruthy()
  })

  test('offers only layers with data, and classes can be hidden', async () => {
    open(artifacts)
    await screen.findByRole('tab', { name: 'Tracks' })
    await user.click(screen.getByRole('button', { name: 'Layers' }))
    const layers = await screen.findByRole('group', { name: 'Layers' })
    const names = within(layers)
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
    expect(names).toEqual(['Boxes', 'Labels', 'Confidence', 'Trails', 'Lines and zones'])
    const bus = screen.getByRole('checkbox', { name: 'bus' }) as HTMLInputElement
    await user.click(bus)
    expect(bus.checked).toBe(false)
  })

  test('falls back to the annotated video when the source is missing', async () => {
    open([...artifacts, { ...artifact('drawn.mp4', 'annotated_video'), media_type: 'video/mp4' }])
    await screen.findByRole('tab', { name: 'Tracks' })
    video().dispatchEvent(new Event('error'))
    await waitFor(() => expect(video().getAttribute('src')).toBe('/files/runs/run-1/drawn.mp4'))
    expect(screen.getByText(/The source video is missing/)).toBeTruthy()
  })
})

test('an older run without JSON Lines states that it must be run again', async () => {
  open([artifact('evidence.jsonl', 'evidence')])
  expect(await screen.findByText(/stored no detections/)).toBeTruthy()
})

describe('a run on images', () => {
  const shown = (run: Partial<WorkflowRun>) => {
    const host = createFakeHost({ workflows: [aWorkflow({ graph })], runs: [aRun({ counts, ...run })] })
    renderWith(host, <RunScreen runId="run-1" />)
  }

  test('steps from image to image, without a clock, a speed or a play button', async () => {
    const source = { kind: 'dataset', name: 'Shelf', uri: null } as const
    const drawn = { ...artifact('drawn.mp4', 'annotated_video'), media_type: 'video/mp4' }
    shown({ source, artifacts: [drawn], progress: { ...emptyProgress(), frames_done: 3 } })
    expect(await screen.findByText('Image 1 of 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Play (Space)' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Speed/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next image' }))
    await waitFor(() => expect(video().currentTime).toBe(1.5))
  })

  test('shows a single image as the engine decodes it, with nothing to step through', async () => {
    const source = { kind: 'image', name: 'one.png', uri: 'file:///one.png' } as const
    shown({ source, artifacts: [], progress: { ...emptyProgress(), frames_done: 1 } })
    expect(await screen.findByRole('img', { name: 'Image' })).toBeTruthy()
    expect(document.querySelector('video')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull()
  })

  const json = artifact('images.jsonl', 'json')
  const onShelf = { kind: 'dataset', name: 'Shelf', uri: null } as const
  const still = (i: number) => ({
    ...artifact(`${i}-video.png`, 'annotated_video'),
    node_id: 'video',
    media_type: 'image/png',
    records: null,
    frame_index: i,
  })
  const ofThree = (artifacts: Artifact[]) => {
    files['images.jsonl'] = imageRecords(3)
    shown({ source: onShelf, artifacts, progress: { ...emptyProgress(), frames_done: 3 } })
  }

  test('of a data set shows its own images, regardless of annotated ones', async () => {
    const asked = stubImages()
    ofThree([json])
    expect(await screen.findByRole('img', { name: 'Image' })).toBeTruthy()
    await waitFor(() => expect(asked).toEqual(['/files/images/image-0']))
    await user.click(screen.getByRole('button', { name: 'Next image' }))
    await waitFor(() => expect(asked.at(-1)).toBe('/files/images/image-1'))
    expect(await screen.findByText('Image 2 of 3')).toBeTruthy()
  })

  test('shows the annotated image of each when the user selects the results', async () => {
    const asked = stubImages()
    // The annotated file of the first image was deleted.
    ofThree([json, still(2), still(1)])
    await waitFor(() => expect(asked).toEqual(['/files/images/image-0']))
    await user.click(screen.getByRole('button', { name: 'Next image' }))
    await waitFor(() => expect(asked.at(-1)).toBe('/files/images/image-1'))
    await user.click(screen.getByRole('button', { name: 'Layers' }))
    await user.click(await screen.findByText('Annotated'))
    expect(await screen.findByRole('img', { name: 'Annotated image' })).toBeTruthy()
    await waitFor(() => expect(asked.at(-1)).toBe('/files/runs/run-1/1-video.png'))
    await user.click(screen.getByRole('button', { name: 'Next image' }))
    await waitFor(() => expect(asked.at(-1)).toBe('/files/runs/run-1/2-video.png'))
  })

  test('without its source shows the annotated results, and says so', async () => {
    const asked = stubImages((url) => !url.startsWith('/files/images/'))
    ofThree([json, still(0), still(1), still(2)])
    expect(await screen.findByText(/The source images are missing/)).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Annotated image' })).toBeTruthy()
    await waitFor(() => expect(asked.at(-1)).toBe('/files/runs/run-1/0-video.png'))
  })

  test('of one image shows its file in its exact colours if the browser can', async () => {
    const asked = stubImages()
    const source = { kind: 'image', name: 'one.png', uri: 'file:///one.png' } as const
    const media = { width: 1280, height: 720, duration_seconds: null, native_fps: null, frame_count: 1 }
    shown({ source, media, artifacts: [still(0)], progress: { ...emptyProgress(), frames_done: 1 } })
    await waitFor(() => expect(asked).toEqual(['/files/source?uri=file%3A%2F%2F%2Fone.png']))
    expect(screen.getByRole('img', { name: 'Image' })).toBeTruthy()
  })
})
