/** CVAT for video: tracks over the frames of a directory, and what other formats do with frames that an object has left. */
import { describe, expect, it } from 'vitest'
import { cvatTracks } from '../../../../src/platform/exchange/exports/formats/cvat-tracks.ts'
import { cvatVideoWriter } from '../../../../src/platform/exchange/exports/formats/cvat-video.ts'
import {
  type FrameSequence,
  frameSequences,
} from '../../../../src/platform/exchange/exports/formats/frame-sequences.ts'
import { createLosses } from '../../../../src/platform/exchange/exports/formats/losses.ts'
import { EXPORT_FORMATS } from '../../../../src/shared/api/exports.ts'
import { annotation, boxAt, exportOf, readBack, withoutIds, written } from './in-memory.ts'

const polygon = (paths: { x: number; y: number }[][], over: object = {}) =>
  annotation({ type: 'polygon', polygon: { paths }, ...over })
const square = (x: number, y: number, size: number) => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]
const rowsOf = (xml: string, track: number) =>
  [...(xml.split('<track ')[track + 1] ?? '').matchAll(/<\w+ frame="(\d+)" keyframe="(\d)" outside="(\d)"/g)].map(
    ([, ...row]) => row.join(' '),
  )

describe('an archive of CVAT for video', () => {
  const tracked = { track_id: 'a-7', keyframe: true }
  const images = [
    {
      path: 'clip/img1.jpg',
      annotations: [boxAt(1, tracked), boxAt(30, { attributes: { lane: 2, taxi: true, 'a "b"': '<c>' } })],
    },
    { path: 'clip/img10.jpg', annotations: [boxAt(9, { ...tracked, outside: true })] },
    {
      path: 'clip/img2.jpg',
      annotations: [
        boxAt(2, { ...tracked, keyframe: false, occluded: true }),
        polygon([square(5, 5, 20)], { track_id: '3', keyframe: true, z: 4 }),
        polygon([square(5, 5, 20), square(10, 10, 4)]),
        annotation({ type: 'keypoint', keypoint: { x: 3, y: 4.5 }, name: 'nose & tip' }),
        annotation({ type: 'polyline', polyline: { points: square(1, 1, 9) } }),
      ],
    },
  ]

  it('is read as it was, with its frames in the natural order of their names', async () => {
    const { files, rules } = await written(exportOf('cvat_video', images))
    expect(Object.keys(files)).toEqual([
      'annotations.xml',
      ...[0, 2, 1].map((frame) => `images/clip/frame_00000${frame}.jpg`),
    ])
    const { format, images: found } = await readBack(files)
    expect(format).toBe('cvat')
    for (const [i, frame] of [0, 2, 1].entries()) {
      const before = withoutIds(images[i]?.annotations ?? [])
      const after = found[`images/clip/frame_00000${frame}.jpg`] ?? []
      expect(after).toHaveLength(before.length)
      // A mask has the corners of its pixels, in an order of its own.
      for (const one of before) if (!one.polygon?.paths[1]) expect(after).toContainEqual(one)
    }
    expect(rules.map(({ code, count }) => `${code} ${count}`)).toEqual([
      'export.outlines_as_masks 1',
      'export.lost_names 3',
    ])
  })

  it('ends each track where CVAT would continue it', async () => {
    const { files } = await written(exportOf('cvat_video', images))
    const xml = files['annotations.xml'] ?? ''
    expect(rowsOf(xml, 0)).toEqual(['0 1 0', '1 0 0', '2 1 1'])
    expect(rowsOf(xml, 1)).toEqual(['0 1 0', '1 1 1'])
    expect(xml).toMatch(/<track id="0" label="car" source="manual" track_id="a-7">/)
    expect(xml).toMatch(/<track id="1" label="car" source="manual" one_frame="1">/)
  })

  it('declares the attributes of its labels with their types', async () => {
    const { files } = await written(exportOf('cvat_video', images))
    const declared = [
      ...(files['annotations.xml'] ?? '').matchAll(/<name>([^<]+)<\/name><mutable>True<\/mutable><input_type>(\w+)/g),
    ]
    expect(declared.map(([, ...one]) => one)).toEqual([
      ['lane', 'number'],
      ['taxi', 'checkbox'],
      ['a &quot;b&quot;', 'text'],
    ])
  })

  it('keeps the numbers of frames that are named after them', async () => {
    const frames = [10, 15, 20].map((frame) => ({
      path: `frame_0000${frame}.png`,
      annotations: [boxAt(frame, tracked)],
    }))
    const { files, rules } = await written(exportOf('cvat_video', frames))
    expect(Object.keys(files)).toEqual(['annotations.xml', ...frames.map(({ path }) => `images/${path}`)])
    expect(files['annotations.xml']).toMatch(
      /<start_frame>10<\/start_frame>\s*<stop_frame>20<\/stop_frame>\s*<frame_filter>step=5</,
    )
    expect(rules).toEqual([])
    expect((await readBack(files)).images['images/frame_000015.png']).toEqual(withoutIds(frames[1]?.annotations ?? []))
  })

  it('has a document for each directory, whose tracks stay its own', async () => {
    const all = ['a.jpg', 'day/a.jpg', 'day/b.jpg', 'night/1/a.jpg'].map((path, i) => ({
      path,
      annotations: [boxAt(i, { track_id: '1', keyframe: true })],
    }))
    const { files } = await written(exportOf('cvat_video', all))
    expect(Object.keys(files)).toEqual([
      ...['annotations.xml', 'day/annotations.xml', 'night/1/annotations.xml'],
      ...['images/frame_000000.jpg', 'images/day/frame_000000.jpg', 'images/day/frame_000001.jpg'],
      'images/night/1/frame_000000.jpg',
    ])
    const { images: found } = await readBack(files)
    const lefts = Object.values(found).map((annotations) => annotations.map((one) => one.bounding_box?.x))
    expect(lefts).toEqual([[0], [1], [2], [3]])
  })

  it('keeps several shapes of a track in one frame, and shapes of another class', async () => {
    const annotations = [
      boxAt(1, { track_id: '5', keyframe: true }),
      boxAt(20, { track_id: '5', keyframe: true }),
      boxAt(3, { track_id: '5', keyframe: true, name: 'bus' }),
    ]
    const { files } = await written(exportOf('cvat_video', [{ path: 'a.jpg', annotations }, { path: 'b.jpg' }]))
    const { images: found } = await readBack(files)
    expect(found).toEqual({ 'images/frame_000000.jpg': withoutIds(annotations) })
  })
})

it('writes the same tracks of CVAT when they are too many to be held', async () => {
  const images = Array.from({ length: 9 }, (_, i) => ({
    path: `${i}.jpg`,
    annotations: [boxAt(i, { track_id: 'a' }), boxAt(i + 1), boxAt(i + 2, { track_id: 'b' })],
  }))
  const source = exportOf('cvat_video', images)
  const [sequence] = await frameSequences(source)
  const textWith = async (mostHeld: number) => {
    let text = ''
    const losses = createLosses(cvatVideoWriter.holds)
    for await (const part of cvatTracks(source, sequence as FrameSequence, losses, mostHeld)) text += part
    return { text, rules: losses.rules() }
  }
  const whole = await textWith(1_000_000)
  expect(whole.text.split('<track ')).toHaveLength(12)
  expect(await textWith(2000)).toEqual(whole)
  expect(await textWith(1)).toEqual(whole)
})

describe('the frames that a tracked object has left', () => {
  const outside = boxAt(40, { track_id: '1', outside: true })
  const images = [{ path: 'a.jpg', annotations: [boxAt(1, { track_id: '1' }), outside] }, { path: 'b.jpg' }]

  it.each(EXPORT_FORMATS.filter((format) => format !== 'cvat_video'))('are no objects in %s', async (format) => {
    const { files, rules } = await written(exportOf(format, images))
    const lost = rules.find(({ code }) => code === 'export.lost_outside')
    expect(lost).toMatchObject({ count: 1, examples: [{ file: 'a.jpg', annotation_id: outside.id }] })
    const without = await written(
      exportOf(format, [{ path: 'a.jpg', annotations: images[0]?.annotations?.slice(0, 1) ?? [] }, { path: 'b.jpg' }]),
    )
    expect(files).toEqual(without.files)
  })
})
