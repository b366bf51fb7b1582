/** Archives of YOLO as tools and people write them. */
import { describe, expect, it } from 'vitest'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { yamlValue } from '../../../../src/platform/exchange/imports/formats/yolo-config.ts'
import { type Contents, inMemory, readIn } from './support.ts'

async function read(contents: Contents) {
  const { labels, notes, format } = await readIn(inMemory(contents, 1000))
  const images = new Map<string, readonly NeutralAnnotation[]>()
  for (const { image, annotations } of labels) images.set(image.path, annotations)
  return { format, images, notes, rules: notes.rules().map(({ code }) => code) }
}
const BOX = '0 0.5 0.5 0.25 0.5\n'
const namesOf = (images: ReadonlyMap<string, readonly NeutralAnnotation[]>) =>
  Object.fromEntries([...images].map(([path, annotations]) => [path, annotations.map(({ name }) => name).join()]))

describe('names of classes', () => {
  it('are those of the configuration beside, or above, each file of labels', async () => {
    const { images } = await read({
      'a/data.yaml': 'names: [car]\n',
      'a/images/1.jpg': '',
      'a/labels/1.txt': BOX,
      'b/data.yaml': 'names:\n  0: cat\n',
      'b/train/images/2.jpg': '',
      'b/train/labels/2.txt': BOX,
      'c/classes.txt': 'dog\n',
      'c/3.txt': BOX,
    })
    expect(namesOf(images)).toEqual({ 'a/images/1.jpg': 'car', 'b/train/images/2.jpg': 'cat', 'c/3': 'dog' })
  })

  it('are those of the configuration that names the folder of the images', async () => {
    const { images } = await read({
      'one.yaml': 'path: ../one\ntrain: images/a\nnames: [car]\n',
      'two.yaml': 'path: /home/me/sets\ntrain: two/images/b\nnames: [cat]\n',
      'one/images/a/1.jpg': '',
      'one/labels/a/1.txt': BOX,
      'two/images/b/2.jpg': '',
      'two/labels/b/2.txt': BOX,
    })
    expect(namesOf(images)).toEqual({ 'one/images/a/1.jpg': 'car', 'two/images/b/2.jpg': 'cat' })
  })

  it('are those of a configuration in a folder of its own, unless several say different things', async () => {
    const labels = { 'labels/1.txt': BOX, 'images/1.jpg': '' }
    const one = await read({ 'config/data.yaml': 'names: [car]\n', ...labels })
    expect(namesOf(one.images)).toEqual({ 'images/1.jpg': 'car' })
    const two = await read({ 'x/data.yaml': 'names: [car]\n', 'y/data.yaml': 'names: [cat]\n', ...labels })
    expect(namesOf(two.images)).toEqual({ 'images/1.jpg': 'class 0' })
  })

  it.each([
    ['a list', 'names: [car, "2", no]\n', ['car', '2', 'no']],
    ['a map', 'names:\n  0: car\n  1: 2\n  2: no\n', ['car', '2', 'no']],
    ['keys that are texts', 'names: {"0": car, "1": bus}\n', ['car', 'bus']],
    ['repeated keys, of which the last counts', 'names: [cat]\nnc: 1\nnames: [car]\n', ['car']],
    ['an alias', 'x: &n [car, bus]\nnames: *n\n', ['car', 'bus']],
    ['a merged map', 'x: &n\n  names: [car]\n<<: *n\nnc: 1\n', ['car']],
    ['line ends of Windows', 'nc: 2\r\nnames:\r\n- car\r\n- bus\r\n', ['car', 'bus']],
  ])('are read from %s', async (_title, text, names) => {
    const { notes } = await read({ 'data.yaml': text, 'labels/1.txt': BOX })
    expect([notes.listed, notes.rules()]).toEqual([names, []])
  })

  it('are not repeated without end by aliases', () => {
    const lists = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`)
    expect(() => yamlValue(`l0: &l0 [a]\n${lists.join('\n')}\n`)).toThrow(ReferenceError)
  })

  it('are numbers where only the number of classes is known', async () => {
    expect(namesOf((await read({ 'data.yaml': 'nc: 3\n', 'labels/1.txt': BOX })).images)).toEqual({
      'images/1': 'class 0',
    })
  })
})

describe('rows', () => {
  const shapes = async (...files: string[]) => {
    const { images, rules } = await read(Object.fromEntries(files.map((text, i) => [`labels/${i}.txt`, text])))
    const all = [...images.values()].flat()
    return {
      rules,
      rows: all.map(({ shape, confidence, fields }) => [shape.type, confidence, fields?.track_id ?? null]),
    }
  }

  it('end with a confidence and the number of a track after tracking', async () => {
    expect(await shapes('0 0.5 0.5 0.2 0.4 0.91 1\n0 0.3 0.5 0.2 0.4 0.5 12\n', '')).toEqual({
      rules: ['rows.tracked'],
      rows: [
        ['bbox', 0.91, '1'],
        ['bbox', 0.5, '12'],
      ],
    })
  })

  it('are those of one track in all frames', async () => {
    const { rows } = await shapes('0 0.5 0.5 0.2 0.4 0.91 1\n', '0 0.5 0.5 0.2 0.4 0.92 1\n')
    expect(rows).toEqual([
      ['bbox', 0.91, '1'],
      ['bbox', 0.92, '1'],
    ])
  })

  it('end with a track alone, or with a confidence alone', async () => {
    expect((await shapes('0 0.5 0.5 0.2 0.4 1\n', '0 0.5 0.5 0.2 0.4 7\n')).rows).toEqual([
      ['bbox', null, '1'],
      ['bbox', null, '7'],
    ])
    expect((await shapes('0 0.5 0.5 0.2 0.4 1\n', '0 0.5 0.5 0.2 0.4 0.7\n')).rows).toEqual([
      ['bbox', 1, null],
      ['bbox', 0.7, null],
    ])
  })

  it('of six numbers are triangles where the last is no track', async () => {
    const { rows, rules } = await shapes('0 0 0 1 0 0.5 1\n', '0 0.1 0.1 0.9 0.1 0.5 0.75\n')
    expect([rows, rules]).toEqual([
      [
        ['polygon', null, null],
        ['polygon', null, null],
      ],
      [],
    ])
  })

  it('of outlines can end with a confidence and a track, too', async () => {
    const ring = '0 0.1 0.1 0.9 0.1 0.9 0.9 0.1 0.9'
    expect((await shapes(`${ring} 0.8 3\n`, `${ring} 0.8\n`, `${ring}\n`)).rows).toEqual([
      ['polygon', 0.8, '3'],
      ['polygon', 0.8, null],
      ['polygon', null, null],
    ])
  })

  it('are read with commas, decimal commas, tabs and class numbers with decimals', async () => {
    const { images, rules } = await read({
      'labels/1.txt': '0, 0.5, 0.5, 0.25, 0.5\r\n1.000 0,5 0,5 0,25 0,5\r\n\t1\t0.5\t0.5\t0.25\t0.5\r\n',
    })
    const box = { type: 'bbox', box: { x: 0.375, y: 0.25, w: 0.25, h: 0.5 } }
    expect(images.get('images/1')?.map(({ shape }) => shape)).toEqual([box, box, box])
    expect(rules).toEqual([])
  })

  it('of keypoints have the names of the configuration', async () => {
    const { images } = await read({
      'data.yaml': 'names: [person]\nkpt_shape: [2, 3]\nkpt_names:\n  0:\n  - nose\n  - ear\n',
      'labels/1.txt': '0 0.5 0.5 0.2 0.2 0.4 0.4 2 0.6 0.6 1 0.9\n0 0.5 0.5 0.2 0.2 0 0 0 0.6 0.6 1 0.9 4\n',
    })
    const found = images.get('images/1')?.map(({ name, confidence, fields }) => [name, confidence, fields?.track_id])
    expect(found).toEqual([
      ['person', 0.9, undefined],
      ['person nose', 0.9, undefined],
      ['person ear', 0.9, undefined],
      ['person', 0.9, '4'],
      ['person', 0.9, '4'],
    ])
  })
})

it('does not take lists of images and other texts to be labels', async () => {
  const { images, rules, format } = await read({
    'train2017.txt': './images/train2017/1.jpg\n',
    'autosplit_val.txt': './images/2.jpg\n',
    'my images.txt': 'images/train2017/1.jpg\nimages/2.jpg\n',
    'README.roboflow.txt': 'Exported\n',
    'about.txt': 'Made by me\n',
    'images/train2017/1.jpg': '',
    'labels/train2017/1.txt': BOX,
    'images/2.jpg': '',
    'labels/2.txt': '',
  })
  expect([format, [...images.keys()].sort(), rules]).toEqual(['yolo', ['images/2.jpg', 'images/train2017/1.jpg'], []])
})

it('finds the splits that a configuration gives by folders and lists', async () => {
  const contents = {
    'set/data.yaml':
      'path: ../datasets/set\ntrain: [images/day, images/night]\nval: lists/checked.txt\ntest: ../images/rest\nnames: [car]\n',
    'set/lists/checked.txt': './images/day/2.jpg\n',
    'set/images/day/1.jpg': '',
    'set/images/day/2.jpg': '',
    'set/images/night/3.jpg': '',
    'set/images/rest/4.jpg': '',
    'set/labels/day/1.txt': BOX,
  }
  const { splits } = await readIn(inMemory(contents, 1000))
  const found = ['day/1', 'day/2', 'night/3', 'rest/4'].map((name) => splits.of(`set/images/${name}.jpg`))
  expect(found).toEqual(['train', 'valid', 'train', 'test'])
})
