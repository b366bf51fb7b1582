import { expect, it } from 'vitest'
import { overlayMediaOf } from '../../../../../src/renderer/parts/run/player/overlay-media.ts'
import { FrameIndex } from '../../../../../src/renderer/parts/run/records/tracks/frame-index.ts'
import type { WorkflowRun } from '../../../../../src/shared/domain/run.ts'

const run = (kind: 'dataset' | 'export') =>
  ({ status: 'completed', source: { kind, name: 'Shelf', uri: null }, media: null }) as WorkflowRun

function indexOf(...images: { image: string; image_id?: string }[]): FrameIndex {
  const index = new FrameIndex()
  for (const [i, image] of images.entries()) {
    index.addLine(JSON.stringify({ record: 'frame', frame_index: i, time_s: i, ...image, detections: [] }))
  }
  return index
}

function urlsOf(of: WorkflowRun, index: FrameIndex, exported: Record<string, string> = {}): (string | null)[] | null {
  const named = new Map(Object.entries(exported))
  const [medium] = overlayMediaOf(of, [], '/files', () => '', index, named).source
  if (!medium || !('images' in medium)) return null
  return Array.from({ length: index.frameCount }, (_, at) => medium.images.urlOf(index, at))
}

it('displays the frozen images of an export, whether or not they are still in a data set', () => {
  const index = indexOf({ image: 'day/9.jpg' }, { image: 'day/10.jpg', image_id: 'i-10' })
  const exported = { 'day/10.jpg': '/files/exports/e/images/0', 'day/9.jpg': '/files/exports/e/images/1' }
  expect(urlsOf(run('export'), index, exported)).toEqual(['/files/exports/e/images/1', '/files/exports/e/images/0'])
})

it('displays the images of a data set, those of a deleted export included', () => {
  const index = indexOf({ image: 'a.jpg', image_id: 'i 1' }, { image: 'b.jpg' })
  expect(urlsOf(run('dataset'), index)).toEqual(['/files/images/i%201', null])
  expect(urlsOf(run('export'), index)).toEqual(['/files/images/i%201', null])
})

it('has no images when neither the export nor the data set exists', () => {
  expect(urlsOf(run('export'), indexOf({ image: 'a.jpg' }))).toBeNull()
})
