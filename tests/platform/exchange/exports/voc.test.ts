/** Archives of Pascal VOC, as they are written and read, and as other tools write them. */
import { expect, it } from 'vitest'
import { inMemory, readIn } from '../imports/support.ts'
import { annotation, boxAt, exportOf, readBack, written } from './in-memory.ts'

it('keeps flags, attributes and tracks, and lists classes with their colours', async () => {
  const attributes = { truncated: true, difficult: true, pose: 'Left', colour: 'red & blue', wheels: 4, parked: false }
  const labelled = boxAt(3, { occluded: true, track_id: '7', keyframe: true, attributes })
  const source = exportOf('voc', [
    { path: 'a.jpg', annotations: [labelled] },
    { path: 'b.jpg', annotations: [boxAt(1, { name: 'bus: long' })], split: 'val' },
  ])
  const { files, rules } = await written(source)
  expect(files['labelmap.txt']).toBe('# label:color_rgb:parts:actions\nbackground:0,0,0::\ncar:128,0,0::\n')
  expect(rules.map(({ code, examples }) => [code, examples[0]?.file])).toEqual([
    ['export.unlisted_classes', 'bus: long'],
  ])
  const { id: _, ...stored } = labelled
  const { images, splits } = await readBack(files)
  // The import moves the box by its first pixel.
  const box = { x: 4, y: 3, w: 9, h: 7 }
  expect(images['JPEGImages/a.jpg']).toEqual([{ ...stored, bounding_box: box }])
  expect(splits).toEqual({ 'JPEGImages/a.jpg': undefined, 'JPEGImages/b.jpg': undefined })
})

it('has the boxes of outlines, and leaves out the rest', async () => {
  const polyline = annotation({
    type: 'polyline',
    polyline: {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    },
  })
  const { rules } = await written(exportOf('voc', [{ path: 'a.jpg', annotations: [polyline] }]))
  expect(rules.map(({ code }) => code)).toEqual(['export.lost_polylines'])
})

async function objectsOf(...objects: string[]) {
  const text = `<annotation><filename>a.jpg</filename><size><width>0</width><height>0</height><depth>3</depth></size>
    <segmented>1</segmented>${objects.map((object) => `<object>${object}</object>`).join('')}</annotation>`
  const { labels, notes } = await readIn(inMemory({ 'Annotations/a.xml': text, 'JPEGImages/a.jpg': '' }, 1000))
  return {
    image: labels[0]?.image,
    annotations: labels.flatMap(({ annotations }) => annotations),
    rules: notes.rules().map(({ code, count }) => `${code} ${count}`),
  }
}
const BOX = '<bndbox><xmin>3</xmin><ymin>4</ymin><xmax>9</xmax><ymax>8</ymax></bndbox>'

it('reads attributes, actions and flags, and counts the parts that it leaves out', async () => {
  const { image, annotations, rules } = await objectsOf(
    `<name>person</name><pose>Frontal</pose><difficult>1</difficult><actions><jumping>1</jumping><other>0</other></actions>
     <attributes><attribute><name>occluded</name><value>True</value></attribute>
       <attribute><name>code</name><value>007</value></attribute></attributes>
     ${BOX}<part><name>head</name>${BOX}</part>`,
  )
  expect(image).toMatchObject({ file: 'JPEGImages/a.jpg', width: null, height: null })
  expect(annotations).toEqual([
    {
      id: null,
      name: 'person',
      confidence: null,
      shape: { type: 'bbox', box: { x: 3, y: 4, w: 6, h: 4 } },
      fields: { occluded: true, attributes: { difficult: true, pose: 'Frontal', jumping: true, code: '007' } },
    },
  ])
  expect(rules).toEqual(['shape.unsupported 1'])
})

it('reads outlines of Roboflow and LabelMe, and leaves out deleted objects', async () => {
  const ring = [
    { x: 1, y: 2 },
    { x: 8, y: 2 },
    { x: 8, y: 9.5 },
  ]
  const { annotations } = await objectsOf(
    `<name>a</name>${BOX}<polygon>${ring.map(({ x, y }, i) => `<x${i + 1}>${x}</x${i + 1}><y${i + 1}>${y}</y${i + 1}>`).join('')}</polygon>`,
    `<name>b</name><deleted>0</deleted><polygon>${ring.map(({ x, y }) => `<pt><x>${x}</x><y>${y}</y></pt>`).join('')}</polygon>`,
    `<name>c</name><deleted>1</deleted>${BOX}`,
  )
  const shape = { type: 'polygon', rings: [ring] }
  expect(annotations.map((one) => [one.name, one.shape])).toEqual([
    ['a', shape],
    ['b', shape],
  ])
})

it('reads the rotated boxes of roLabelImg', async () => {
  const { annotations } = await objectsOf(
    `<name>a</name><robndbox><cx>50</cx><cy>40</cy><w>20</w><h>10</h><angle>${Math.PI / 2}</angle></robndbox>`,
  )
  expect(annotations[0]).toMatchObject({ rules: ['geometry.rotated'], fields: { attributes: { rotation: 90 } } })
  const { shape } = annotations[0] ?? {}
  const ring = shape?.type === 'polygon' ? (shape.rings[0] ?? []) : []
  expect(ring.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [55, 30],
    [55, 50],
    [45, 50],
    [45, 30],
  ])
})
