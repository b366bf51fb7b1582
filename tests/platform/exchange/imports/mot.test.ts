/** Sequences of the MOT Challenge: ground truth, detections and results of trackers. */
import { expect, it } from 'vitest'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { boxAt, exportOf, readBack, withoutIds, written } from '../exports/in-memory.ts'
import { type Contents, inMemory, readIn } from './support.ts'

async function read(contents: Contents, predictions = true) {
  const { format, labels, notes } = await readIn(inMemory(contents, 4096), { predictions })
  const images = new Map<string, NeutralAnnotation[]>()
  for (const { image, annotations } of labels) {
    const key = image.file ?? `missing ${image.path}`
    images.set(key, [...(images.get(key) ?? []), ...annotations])
  }
  return { format, images, rules: notes.rules().map(({ code, count }) => `${code} ${count}`) }
}

it('reads tracked boxes of the ground truth, without those to be ignored', async () => {
  const { format, images, rules } = await read({
    'MOT17-02/gt/gt.txt': '1,5,10,20,30,40,1,1,0.5\n2,5,11,20,30,40,0,1,1\n3,x\n4,-1,1,1,2,2,1,3,0\n',
    'MOT17-02/det/det.txt': '1,-1,10,20,30,40,0.5\n',
    'MOT17-02/seqinfo.ini': '[Sequence]\nimDir=img1\nimWidth=640\nimHeight=480\n',
  })
  expect(format).toBe('mot')
  expect([...images]).toMatchObject([
    [
      'missing MOT17-02/img1/000001',
      [{ name: 'pedestrian', fields: { track_id: '5', attributes: { visibility: 0.5 } } }],
    ],
    ['missing MOT17-02/img1/000004', [{ name: 'car', fields: { occluded: true } }]],
  ])
  expect(images.get('missing MOT17-02/img1/000004')?.[0]?.fields).not.toHaveProperty('track_id')
  expect(rules).toEqual(['annotation.invalid 1', 'annotation.ignored 1'])
})

it('takes the frames of each sequence from its own folder, also with other digits', async () => {
  const { images } = await read({
    'a/gt/gt.txt': '1,1,10,1,5,5,1,1,1\n2,1,11,1,5,5,1,1,1\n',
    'b/gt/gt.txt': '1,1,20,1,5,5,1,1,1\n9,1,21,1,5,5,1,1,1\n',
    'a/img1/0000001.jpg': '',
    'a/img1/0000002.jpg': '',
    'b/img1/img00001.jpg': '',
  })
  expect([...images.keys()]).toEqual([
    ...['a/img1/0000001.jpg', 'a/img1/0000002.jpg', 'b/img1/img00001.jpg', 'missing b/img1/000009'],
  ])
})

it('reads detections of a sequence without ground truth as predictions', async () => {
  const contents = {
    'MOT17-01/det/det.txt': '1,-1,10,20,30,40,0.5\n1,-1,1,2,3,4,-1,-1,-1,-1\n',
    'MOT17-01/img1/000001.jpg': '',
  }
  const { images } = await read(contents)
  expect(images.get('MOT17-01/img1/000001.jpg')).toMatchObject([
    { name: 'object', confidence: 0.5, fields: { review: 'pending' } },
    { name: 'object', confidence: null },
  ])
  expect((await read(contents, false)).rules).toEqual(['annotation.prediction 2'])
})

it('reads the results of a tracker, which are named after their sequences', async () => {
  const { format, images } = await read({
    'data/MOT17-02.txt': '1,3,912.0,484.5,97.0,109.0,0.9,-1,-1,-1\n2,3,913,484,97,109,1,-1,-1,-1\n',
    'MOT17-02/img1/000001.jpg': '',
    'MOT17-02/img1/000002.jpg': '',
  })
  expect(format).toBe('mot')
  expect(images.get('MOT17-02/img1/000001.jpg')).toMatchObject([
    {
      confidence: 0.9,
      fields: { track_id: '3', review: 'pending' },
      shape: { box: { x: 912, y: 484.5, w: 97, h: 109 } },
    },
  ])
})

it('keeps the ids of tracks that are numbers, and the natural order of frames', async () => {
  const annotations = (x: number) => [
    boxAt(x, { track_id: '7', occluded: true }),
    boxAt(x, { track_id: 'b', attributes: { visibility: 0.25 } }),
  ]
  const images = ['day/1.jpg', 'day/10.jpg', 'day/2.jpg'].map((path, i) => ({ path, annotations: annotations(i) }))
  const { files, rules } = await written(exportOf('mot', images))
  expect(files['day/gt/gt.txt']?.split('\n').slice(0, 2)).toEqual(['1,7,1,3,10,8,1,1,0', '1,8,1,3,10,8,1,1,0.25'])
  const { images: found } = await readBack(files)
  const [first] = withoutIds(annotations(2))
  expect(found['day/img1/000002.jpg']?.[0]).toEqual({ ...first, bounding_box: { x: 3, y: 3, w: 10, h: 8 } })
  expect(rules.map(({ code }) => code)).toEqual(['export.lost_names'])
})
