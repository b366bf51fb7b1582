/** Documents of CVAT: images, tracks of videos and projects of several of them. */
import { describe, expect, it } from 'vitest'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { areaOf } from '../../../../src/platform/exchange/exports/formats/outline.ts'
import { type Contents, inMemory, readIn } from './support.ts'

async function read(contents: Contents) {
  const { format, labels, notes } = await readIn(inMemory(contents, 4096))
  const images = new Map<string, NeutralAnnotation[]>()
  for (const { image, annotations } of labels) {
    const key = image.file ?? `missing ${image.path}`
    images.set(key, [...(images.get(key) ?? []), ...annotations])
  }
  const dropped = notes.rules().map(({ code, count }) => `${code} ${count}`)
  return { format, images, dropped, labels, listed: notes.listed }
}

const imagesOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'x']))
const document = (content: string, meta = '') =>
  `<?xml version="1.0" encoding="utf-8"?><annotations><version>1.1</version><meta>${meta}</meta>${content}</annotations>`
const sides = (at: number) => `xtl="${at}" ytl="1" xbr="${at + 4}" ybr="5"`
const row = (frame: number, { keyframe = 1, outside = 0, at = frame } = {}) =>
  `<box frame="${frame}" keyframe="${keyframe}" outside="${outside}" occluded="0" ${sides(at)} z_order="0"></box>`
const video = (id: string, over = '') =>
  `<task><id>${id}</id><name>clip ${id}</name><mode>interpolation</mode><start_frame>0</start_frame><size>20</size>${over}</task>`

describe('shapes of an image', () => {
  const inImage = (content: string, meta = '') =>
    read({
      'annotations.xml': document(`<image id="0" name="a.jpg" width="100" height="80">${content}</image>`, meta),
      ...imagesOf('images/a.jpg'),
    })

  it('are read with rotations about the centre and masks by rows', async () => {
    const { format, images, dropped } = await inImage(
      `<box label="car" occluded="1" xtl="10" ytl="20" xbr="30" ybr="40" z_order="2"><attribute name="color">red</attribute></box>
       <box label="car" xtl="10" ytl="20" xbr="30" ybr="30" rotation="90"/>
       <polygon label="road" points="0,0;10,0;10,10.5"/>
       <polyline label="lane" points="0,0;5,5"/>
       <points label="tip" points="1,2;3,4"/>
       <mask label="hole" rle="0,4,1,4" left="2" top="5" width="3" height="3"/>
       <ellipse label="sun" cx="40" cy="30" rx="20" ry="10" rotation="90"/>
       <cuboid label="van" xtl1="1" ytl1="1"/>
       <tag label="night"/>`,
    )
    expect(format).toBe('cvat')
    const [box, turned, , , tip, , mask, sun] = images.get('images/a.jpg') ?? []
    expect(box?.fields).toEqual({ occluded: true, z: 2, attributes: { color: 'red' } })
    const corners = turned?.shape.type === 'polygon' ? turned.shape.rings[0] : []
    expect(corners?.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
      [25, 15],
      [25, 35],
      [15, 35],
      [15, 15],
    ])
    expect(tip?.shape).toEqual({ type: 'keypoint', point: { x: 1, y: 2 } })
    expect(mask?.shape).toMatchObject({ type: 'polygon', rings: [{ length: 4 }, { length: 4 }] })
    const [ring = []] = sun?.shape.type === 'polygon' ? sun.shape.rings : []
    const tall = ring.map(({ y }) => y)
    expect([Math.round(areaOf(ring) / 10), Math.min(...tall), Math.max(...tall)]).toEqual([63, 10, 50])
    expect(sun?.rules).toEqual(['geometry.ellipse_outlined'])
    expect(dropped).toEqual(['shape.unsupported 2'])
  })

  it('give a point of each skeleton, except those that nobody has placed', async () => {
    const point = (label: string, over = 'outside="0"', at = '5,6') =>
      `<points label="${label}" occluded="0" ${over} points="${at}"><attribute name="sure">${label}</attribute></points>`
    const { images, dropped, listed } = await inImage(
      `<skeleton label="person" source="manual" z_order="3"><attribute name="age">9</attribute>${point('nose')}${point('hip', 'occluded="1"').replace('occluded="0" ', '')}${point('knee', 'outside="1"')}</skeleton>
       <skeleton label="dot"><points label="tip" points="1,1"/></skeleton>
       <skeleton label="broken"><points label="x" points="1"/><points label="y" points="2,2"/></skeleton>`,
      '<task><labels><label><name>person</name><type>skeleton</type></label><label><name>nose</name><parent>person</parent></label></labels></task>',
    )
    expect(images.get('images/a.jpg')?.map(({ name, fields }) => [name, fields])).toEqual([
      ['person nose', { z: 3, attributes: { age: '9', sure: 'nose' } }],
      ['person hip', { z: 3, occluded: true, attributes: { age: '9', sure: 'hip' } }],
      ['dot', undefined],
      ['broken y', undefined],
    ])
    expect([dropped, listed]).toEqual([['annotation.invalid 1'], ['person', 'person nose']])
  })

  it('have attributes of the declared types, also those that a shape leaves to their default', async () => {
    const attribute = (name: string, type: string, value = '') =>
      `<attribute><name>${name}</name><mutable>True</mutable><input_type>${type}</input_type><default_value>${value}</default_value><values></values></attribute>`
    const { images } = await inImage(
      `<box label="car" group_id="4" source="auto" ${sides(1)}><attribute name="doors">3</attribute><attribute name="taxi">true</attribute><attribute name="plate">007</attribute><attribute name="track_id">12</attribute></box>`,
      `<task><labels><label><name>car</name><attributes>${attribute('doors', 'number', '5')}${attribute('taxi', 'checkbox', 'false')}${attribute('plate', 'text')}${attribute('state', 'select', 'new')}</attributes></label></labels></task>`,
    )
    expect(images.get('images/a.jpg')?.[0]?.fields).toEqual({
      track_id: '12',
      attributes: { doors: 3, taxi: true, plate: '007', state: 'new', group_id: 4, source: 'auto' },
    })
  })
})

describe('tracks of a video', () => {
  const track = (rows: string, over = 'id="7" label="car"') => `<track ${over} source="manual">${rows}</track>`
  const rows = row(0) + row(6, { keyframe: 0 }) + row(12, { outside: 1 })

  it('have all their rows, also between key frames and outside', async () => {
    const frames = ['images/frame_000000.PNG', 'images/frame_000006.PNG', 'images/frame_000012.PNG']
    const { images, dropped, labels } = await read({
      'annotations.xml': document(
        track(rows),
        video('1', '<original_size><width>64</width><height>48</height></original_size>'),
      ),
      ...imagesOf(...frames),
    })
    expect(frames.map((file) => images.get(file)?.[0]?.fields)).toEqual([
      { track_id: '7', keyframe: true },
      { track_id: '7', keyframe: false },
      { track_id: '7', keyframe: true, outside: true },
    ])
    expect(dropped).toEqual([])
    expect(labels[0]?.image).toMatchObject({ width: 64, height: 48 })
  })

  it('are counted row by row, with the broken ones by their rule', async () => {
    const { labels, dropped } = await read({
      'a.xml': document(track(`${rows}<box frame="x" ${sides(1)}/><box frame="20" xtl="5"/><cuboid frame="21"/>`)),
    })
    expect(labels.flatMap(({ annotations }) => annotations)).toHaveLength(3)
    expect(dropped).toEqual(['annotation.invalid 2', 'shape.unsupported 1'])
    expect(labels[0]?.image).toMatchObject({ path: 'frame_000000', isStem: true, file: null })
  })

  it('can have any number of rows', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => row(i % 20, { at: 1 })).join('')
    const { images } = await read({
      'a.xml': document(track(many)),
      ...imagesOf('frame_000003.png'),
    })
    expect(images.get('frame_000003.png')).toHaveLength(150)
  })

  it('of skeletons keep each point with its own state', async () => {
    const points =
      '<points label="a" keyframe="1" outside="1" occluded="0" points="1,2"/><points label="b" keyframe="0" outside="0" occluded="1" points="3,4"/>'
    const { images } = await read({
      'a.xml': document(track(`<skeleton frame="3" keyframe="1" z_order="0">${points}</skeleton>`)),
      ...imagesOf('frame_000003.png'),
    })
    expect(images.get('frame_000003.png')?.map(({ name, fields }) => [name, fields])).toEqual([
      ['car a', { track_id: '7', keyframe: true, outside: true }],
      ['car b', { track_id: '7', keyframe: false, occluded: true }],
    ])
  })

  it('of a task of images count these in the order of their names, and say so', async () => {
    const meta = '<task><id>3</id><size>3</size><mode>annotation</mode></task>'
    const { images, dropped } = await read({
      'annotations.xml': document(track(row(0) + row(2)), meta),
      ...imagesOf('images/b.jpg', 'images/a.jpg', 'images/c/a.jpg'),
    })
    expect([images.get('images/a.jpg')?.length, images.get('images/c/a.jpg')?.length]).toEqual([1, 1])
    expect(dropped).toEqual(['image.by_order 1'])
  })
})

describe('a project of several videos', () => {
  const track = (task: string, subset: string, at: number) =>
    `<track id="0" label="car" task_id="${task}" subset="${subset}">${row(0, { at })}</track>`
  const project = (...tasks: string[]) => `<project><tasks>${tasks.join('')}</tasks></project>`
  const lefts = (annotations: readonly NeutralAnnotation[] | undefined) =>
    annotations?.map(({ shape }) => (shape.type === 'bbox' ? shape.box.x : null))

  it('has the labels of each subset on the images in its folder', async () => {
    const meta = project(video('1', '<subset>A</subset>'), video('2', '<subset>B</subset>'))
    const { images } = await read({
      'annotations.xml': document(track('1', 'A', 10) + track('2', 'B', 20) + track('2', 'C', 30), meta),
      ...imagesOf('images/A/frame_000000.PNG', 'images/B/frame_000000.PNG'),
    })
    expect(lefts(images.get('images/A/frame_000000.PNG'))).toEqual([10])
    expect(lefts(images.get('images/B/frame_000000.PNG'))).toEqual([20])
  })

  it('takes no file of one subset for a frame of another', async () => {
    const meta = project(video('1', '<subset>A</subset>'), video('2', '<subset>B</subset>'))
    const { images } = await read({
      'annotations.xml': document(track('1', 'A', 10) + track('2', 'B', 20), meta),
      ...imagesOf('images/A/frame_000000.PNG', 'images/B/frame_000009.PNG'),
    })
    expect([...images.keys()]).toEqual(['images/A/frame_000000.PNG', 'missing B/clip 2/frame_000000'])
  })

  it('does not guess whose a frame is that two videos of a subset can have', async () => {
    const meta = project(video('1', '<subset>A</subset>'), video('2', '<subset>A</subset>'))
    const { labels } = await read({
      'annotations.xml': document(track('1', 'A', 10) + track('2', 'A', 20), meta),
      ...imagesOf('images/A/frame_000000.PNG'),
    })
    expect(labels.map(({ image }) => [image.path, image.file, image.among])).toEqual([
      ['A/clip 1/frame_000000', null, ['images/A/frame_000000.PNG']],
      ['A/clip 2/frame_000000', null, ['images/A/frame_000000.PNG']],
    ])
  })

  it('finds frames in folders that are named after the videos', async () => {
    const meta = project(video('1'), video('2', '<source>night.mp4</source>'))
    const { images } = await read({
      'annotations.xml': document(track('1', 'default', 10) + track('2', 'default', 20), meta),
      ...imagesOf('clip 1/frame_000000.png', 'night/frame_000000.png'),
    })
    expect(lefts(images.get('clip 1/frame_000000.png'))).toEqual([10])
    expect(lefts(images.get('night/frame_000000.png'))).toEqual([20])
  })

  it('has images of equal names in the folders of their subsets', async () => {
    const image = (subset: string, at: number) =>
      `<image id="0" name="day/a.jpg" subset="${subset}" task_id="1" width="50" height="50"><box label="car" ${sides(at)}/></image>`
    const { images } = await read({
      'annotations.xml': document(image('Train', 10) + image('Validation', 20), project(video('1'))),
      ...imagesOf('images/Train/day/a.jpg', 'images/Validation/day/a.jpg'),
    })
    expect(lefts(images.get('images/Train/day/a.jpg'))).toEqual([10])
    expect(lefts(images.get('images/Validation/day/a.jpg'))).toEqual([20])
  })

  it('may come as a document for each video', async () => {
    const one = (at: number) => document(`<track id="0" label="car">${row(0, { at })}${row(5, { at })}</track>`)
    const { images } = await read({
      'annotations.xml': one(10),
      'day/annotations.xml': one(20),
      'night.xml': one(30),
      ...imagesOf(
        'images/frame_000000.jpg',
        'images/day/frame_000000.jpg',
        'night/frame_000000.jpg',
        'night/frame_000005.jpg',
      ),
    })
    expect(lefts(images.get('images/frame_000000.jpg'))).toEqual([10])
    expect(lefts(images.get('images/day/frame_000000.jpg'))).toEqual([20])
    expect(lefts(images.get('night/frame_000005.jpg'))).toEqual([30])
  })
})
