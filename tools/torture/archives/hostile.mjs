/** Archives that are small to send and expensive to read, of each format. Every call draws new sizes. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const MB = 1024 ** 2
/**
 * Repeats after a kilobyte: no bomb by its ratio, and small all the same.
 * @param {number} bytes
 */
const text = (bytes) =>
  randomBytes(512)
    .toString('hex')
    .repeat(Math.ceil(bytes / 1024))
/**
 * @param {number} least
 * @param {number} most
 */
const between = (least, most) => Math.floor(least + Math.random() * (most - least))
/**
 * @template T
 * @param {number} count
 * @param {(i: number) => T} make
 */
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i))

/**
 * @param {string} images
 * @param {string} annotations
 */
const coco = (images, annotations) =>
  `{"images":[${images}],"categories":[{"id":1,"name":"car"}],"annotations":[${annotations}]}`
const image = '{"id":1,"file_name":"a.jpg","width":9000,"height":9000}'

/**
 * Functions that return the contents of one archive: the names of its files with their texts or bytes.
 * @type {Readonly<Record<string, () => Record<string, string | Buffer>>>}
 */
export const HOSTILE = {
  'XML with a long attribute': () => ({
    'a.xml': `<annotations><image id="1" name="${text(between(20, 450) * MB)}"/>`,
  }),
  'XML with a long text': () => ({ 'a.xml': `<annotations><image id="1">${text(between(20, 450) * MB)}` }),
  'XML with many attributes': () => ({
    'a.xml': `<annotations><image ${times(between(900, 500_000), (i) => `a${i}="${i}"`).join(' ')}/></annotations>`,
  }),
  'XML with many elements in one': () => ({
    'a.xml': `<annotations><image id="1" name="a.jpg">${'<box label="a"/>'.repeat(between(1, 8) * 1_000_000)}</image>`,
  }),
  'XML with a name that does not end': () => ({ 'a.xml': `<annotations><${text(between(20, 200) * MB)}` }),
  'XML with masks of many runs': () => ({
    'a.xml': `<annotations><image id="1" name="a.jpg" width="9000" height="9000">${times(
      50,
      () => `<mask label="a" left="0" top="0" width="9000" height="9000" rle="${'1, '.repeat(400_000)}1"/>`,
    ).join('')}</image></annotations>`,
  }),
  'JSON with a long text': () => ({ 'a.json': coco(`{"id":1,"file_name":"${text(between(10, 300) * MB)}"}`, '') }),
  'JSON with lists in an item': () => ({
    'a.json': coco(`{"id":1,"more":[${times(between(1, 20) * 1_000_000, (i) => `[${i % 10}]`).join()}]}`, ''),
  }),
  'JSON with a long name': () => ({ 'a.json': `{"${text(between(1, 200) * MB)}":1}` }),
  'JSON with a large mask': () => ({
    'a.json': coco(
      image,
      times(30, (id) => {
        const counts = '1,'.repeat(300_000)
        return `{"id":${id},"image_id":1,"category_id":1,"segmentation":{"size":[9000,9000],"counts":[${counts}1]}}`
      }).join(),
    ),
  }),
  'JSON with an outline of a million corners': () => ({
    'a.json': coco(
      image,
      `{"id":1,"image_id":1,"category_id":1,"segmentation":[[${times(2_000_000, (i) => i % 97).join()}]]}`,
    ),
  }),
  'JSON with outlines of many parts': () => ({
    'a.json': coco(
      image,
      `{"id":1,"image_id":1,"category_id":1,"segmentation":[${times(between(1000, 20_000), (i) => `[${i % 900},0,${i % 900},9,${(i % 900) + 9},9]`).join()}]}`,
    ),
  }),
  'JSON with many images': () => ({
    'a.json': coco(times(between(1, 3) * 1_000_000, (i) => `{"id":${i},"file_name":"${i}.jpg"}`).join(), ''),
  }),
  'a task with many results': () => ({
    'a.json': `[{"data":{"image":"a.jpg"},"annotations":[{"result":[${times(between(50_000, 400_000), (i) => `{"id":"${i}","type":"x","value":{}}`).join()}]}]}]`,
  }),
  'rows without end': () => ({ 'data.yaml': 'names: [car]', 'labels/a.txt': `0 ${text(between(1, 15) * MB)}` }),
  'many rows': () => ({ 'data.yaml': 'names: [car]', 'labels/a.txt': '0 0.5 0.5 0.1 0.1\n'.repeat(800_000) }),
  'YAML of many values': () => ({ 'data.yaml': `names: [${'a, '.repeat(1_300_000)}a]`, 'labels/a.txt': '0 0 0 1 1' }),
  'many files of YAML': () => Object.fromEntries(times(300, (i) => [`${i}.yaml`, `names: [${'a, '.repeat(60_000)}a]`])),
  'many files': () => Object.fromEntries(times(between(5000, 30_000), (i) => [`labels/${i}.txt`, ''])),
  'many sequences': () =>
    Object.fromEntries(times(between(5000, 20_000), (i) => [`s${i}/gt/gt.txt`, '1,1,1,1,1,1,1,1,1'])),
  'files of one name in many folders': () => ({
    ...Object.fromEntries(times(20_000, (i) => [`f${i}/a.jpg`, ''])),
    'a.json': coco(times(20_000, (i) => `{"id":${i},"file_name":"x${i}/a.jpg"}`).join(), ''),
  }),
  zeros: () => ({ 'a.json': Buffer.alloc(between(10, 500) * MB) }),
}

/**
 * The bytes of a ZIP archive with these files.
 * @param {Readonly<Record<string, string | Buffer>>} contents
 */
export async function zipOf(contents) {
  const zip = new ZipFile()
  // Each file that is compressed takes a quarter of a megabyte until the archive is read.
  for (const [name, content] of Object.entries(contents)) {
    zip.addBuffer(Buffer.from(content), name, { compress: content.length > 1000 })
  }
  zip.end()
  return buffer(zip.outputStream)
}
