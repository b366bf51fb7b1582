import { expect, test } from 'vitest'
import { trackOver } from '../../../../src/renderer/screens/data/image/tracking/track-far.tsx'
import type { Labelled } from '../../../../src/renderer/screens/data/labelling/document/document.ts'
import { hostWithAnswers } from '../../with-answers.ts'

const BOX: Labelled = {
  id: 'a',
  name: 'car',
  type: 'bbox',
  confidence: null,
  track_id: '1',
  bounding_box: { x: 1, y: 2, w: 30, h: 40 },
}

/** Objects are found in every image but `lostIn`; the call for `brokenIn` fails. */
function over(images: string[], { lostIn, brokenIn }: { lostIn?: string; brokenIn?: string } = {}) {
  const saved: string[] = []
  const host = hostWithAnswers({
    'propagation.follow': ({ body: { target_image_id, annotations } }) => {
      if (target_image_id === brokenIn) throw new Error('The server can’t be reached.')
      const isLost = target_image_id === lostIn
      const shapes = isLost ? [] : annotations.map((one) => ({ ...one, score: 0.9 }))
      return { image_id: target_image_id, shapes, lost: isLost ? annotations.map(({ id }) => id) : [] }
    },
    'imageAnnotations.get': () => ({ annotations: [], revision: 0 }) as never,
    'imageAnnotations.edit': ({ params }) => {
      saved.push(params.image_id)
      return { annotations: [], revision: 1, results: [] } as never
    },
  })
  const progress: number[] = []
  const stop = new AbortController()
  const end = trackOver({
    host,
    imageId: 'image-0',
    images,
    annotations: [BOX],
    signal: stop.signal,
    onProgress: (done) => progress.push(done),
  })
  return { end, saved, progress }
}

test('objects are followed from image to image', async () => {
  const { end, saved, progress } = over(['image-1', 'image-2'])
  expect(await end).toEqual({ created: 2, images: 2, isLost: false, failure: null })
  expect([saved, progress]).toEqual([
    ['image-1', 'image-2'],
    [1, 2],
  ])
})

test('tracking ends where every object is lost', async () => {
  const { end, saved } = over(['image-1', 'image-2', 'image-3'], { lostIn: 'image-2' })
  expect(await end).toEqual({ created: 1, images: 1, isLost: true, failure: null })
  expect(saved).toEqual(['image-1'])
})

test('a failure behind the first image reports the images that are done', async () => {
  const { end } = over(['image-1', 'image-2', 'image-3'], { brokenIn: 'image-3' })
  expect(await end).toMatchObject({
    created: 2,
    images: 2,
    isLost: false,
    failure: { message: 'The server can’t be reached.' },
  })
  await expect(over(['image-1'], { brokenIn: 'image-1' }).end).rejects.toThrow('The server can’t be reached.')
})
