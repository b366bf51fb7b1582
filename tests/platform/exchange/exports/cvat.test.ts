/** CVAT for images, as it is written and read back. */
import { expect, it } from 'vitest'
import { boxAt, exportOf, readBack, withoutIds, written } from './in-memory.ts'

const annotations = [
  boxAt(1, { track_id: 'a-1', keyframe: false, z: 3, attributes: { lane: 2, group_id: 4, source: 'auto' } }),
  boxAt(2, { occluded: true, name: 'bus' }),
]

it('keeps tracks, groups and the types of attributes', async () => {
  const { files, rules } = await written(exportOf('cvat', [{ path: 'day/a.jpg', annotations }]))
  expect(files['annotations.xml']).toMatch(
    /<box label="car" source="auto" occluded="0" keyframe="0" .* z_order="3" group_id="4">/,
  )
  expect((await readBack(files)).images).toEqual({ 'images/day/a.jpg': withoutIds(annotations) })
  expect(rules).toEqual([])
})

it('is a project with a task for each split, whose images can have equal names', async () => {
  const images = [
    { path: 'day/a.jpg', split: 'train' as const, annotations: [boxAt(10)] },
    { path: 'night/a.jpg', split: 'val' as const, annotations: [boxAt(20)] },
  ]
  const { files } = await written(exportOf('cvat', images))
  expect(Object.keys(files)).toEqual(['annotations.xml', 'images/train/day/a.jpg', 'images/val/night/a.jpg'])
  expect(files['annotations.xml']).toContain('<subsets>train\nval</subsets>')
  expect(files['annotations.xml']).toContain('name="night/a.jpg" subset="val" task_id="2"')
  const { images: found, splits } = await readBack(files)
  expect(Object.values(found).map((all) => all.map((one) => one.bounding_box?.x))).toEqual([[10], [20]])
  expect(Object.values(splits)).toEqual(['train', 'valid'])
})
