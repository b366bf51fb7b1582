import { expect, test } from 'vitest'
import { beside, trackTo, withTracks } from '../../../../src/renderer/screens/data/image/tracking/tracked-copies.ts'
import type { Labelled } from '../../../../src/renderer/screens/data/labelling/document/document.ts'
import { hostWithAnswers } from '../../with-answers.ts'

const aBox = (id: string, part: Partial<Labelled> = {}): Labelled => ({
  id,
  name: 'car',
  type: 'bbox',
  confidence: 0.7,
  bounding_box: { x: 1, y: 2, w: 30, h: 40 },
  ...part,
})

test('an annotation keeps its track, and one without gets a track of its own', () => {
  const [old, first, second] = withTracks([aBox('a', { track_id: '7' }), aBox('b'), aBox('c')])
  expect(old?.track_id).toBe('7')
  expect(first?.track_id).toEqual(expect.any(String))
  expect(first?.track_id).not.toBe(second?.track_id)
})

test('copies have new ids, the track and the new place, and nothing of a model', async () => {
  const calls: number[] = []
  const host = hostWithAnswers({
    'propagation.follow': ({ body }) => {
      calls.push(body.annotations.length)
      const [lost, ...found] = body.annotations
      return {
        image_id: body.target_image_id,
        shapes: found.map((one) => ({ ...one, bounding_box: { x: 5, y: 2, w: 30, h: 40 }, score: 0.9 })),
        lost: lost ? [lost.id] : [],
      }
    },
  })
  const originals = Array.from({ length: 503 }, (_, i) => aBox(`${i}`, { track_id: `${i}`, review: 'accepted' }))
  const { copies, lost } = await trackTo(host, 'image-1', 'image-2', originals)
  expect(calls).toEqual([500, 3])
  expect([copies.length, lost]).toEqual([501, 2])
  expect(copies[0]).toEqual({
    id: expect.any(String),
    name: 'car',
    type: 'bbox',
    confidence: null,
    track_id: '1',
    bounding_box: { x: 5, y: 2, w: 30, h: 40 },
  })
  expect(copies[0]?.id).not.toBe('1')
})

test('an annotation of the track stays, and a proposal of it is replaced', () => {
  const copies = [aBox('n1', { track_id: '1' }), aBox('n2', { track_id: '2' }), aBox('n3', { track_id: '3' })]
  const own = aBox('own', { track_id: '1' })
  const proposal = aBox('old', { track_id: '2', review: 'pending' })
  const other = aBox('other', { track_id: '9', review: 'pending' })
  const { created, replaced } = beside([own, proposal, other], copies)
  expect(created.map(({ id }) => id)).toEqual(['n2', 'n3'])
  expect(replaced).toEqual([proposal])
})
