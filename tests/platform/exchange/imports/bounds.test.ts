/** Values of a document that are larger than any label: each is refused, or left out, before it is held as a whole. */
import { describe, expect, it } from 'vitest'
import { jsonItems } from '../../../../src/platform/exchange/imports/formats/json-items.ts'
import { xmlElements } from '../../../../src/platform/exchange/imports/formats/xml-elements.ts'
import { archiveParts } from '../../../../src/platform/exchange/imports/reader/archive-parts.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import type { ReadPart } from '../../../../src/platform/exchange/imports/reader/reader-messages.ts'
import { type Contents, inMemory } from './support.ts'

const MB = 1024 ** 2

/** Counts the bytes that are read of a document that never ends. */
function endless(start: string, repeated: string) {
  const piece = Buffer.from(repeated.repeat(Math.ceil((256 * 1024) / repeated.length)))
  const counted = { bytes: 0 }
  async function* read() {
    yield Buffer.from(start)
    for (;;) {
      counted.bytes += piece.length
      yield piece
    }
  }
  return { read, counted }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('a document that never ends', () => {
  it.each([
    ['an attribute', '<annotations><image name="', 'abcdefgh', 'A text or a tag is too long.'],
    ['the name of a tag', '<annotations><', 'abcdefgh', 'A text or a tag is too long.'],
    ['a text', '<annotations><image>', 'abcdefgh', 'A text or a tag is too long.'],
    ['a comment', '<annotations><!-- ', 'abcdefgh', 'A text or a tag is too long.'],
    ['a list of elements', '<annotations><image>', `<box a="${'b'.repeat(500)}"/>`, 'An element is too long.'],
  ])('of XML is read up to the limit of %s', async (_, start, repeated, problem) => {
    const { read, counted } = endless(start, repeated)
    await expect(all(xmlElements(read(), new Set(['image'])))).rejects.toThrow(new SyntaxError(`Line 1: ${problem}`))
    expect(counted.bytes).toBeLessThan(66 * MB)
  })

  it('of XML is read up to the limit of attributes', async () => {
    const attributes = Array.from({ length: 1001 }, (_, i) => ` a${i}=""`).join('')
    const document = inMemory({ 'a.xml': `<annotations><image${attributes}/></annotations>` }, MB).read('a.xml')
    const problem = new SyntaxError('Line 1: An element has too many attributes.')
    await expect(all(xmlElements(document, new Set(['image'])))).rejects.toThrow(problem)
  })

  it.each([
    ['an item', '{"images": ["', 65],
    ['the name of a member', '{"', 1],
  ])('of JSON is read up to the limit of %s', async (_, start, most) => {
    const { read, counted } = endless(start, 'abcdefgh')
    await expect(all(jsonItems(read()))).rejects.toThrow(new RangeError('An item of the document is too long.'))
    expect(counted.bytes).toBeLessThan(most * MB)
  })
})

async function read(contents: Contents) {
  const notes = createPlanNotes()
  const parts = await all(archiveParts(inMemory(contents, MB), { format: null, predictions: false }, notes))
  return { parts, rules: notes.rules().map(({ code, count }) => [code, count]) }
}
const labelsOf = (parts: readonly ReadPart[]) => parts.flatMap((part) => (part.type === 'labels' ? part.labels : []))
const box = { image_id: 1, category_id: 1, bbox: [0, 0, 5, 5] }
const coco = (over: object) =>
  JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    categories: [{ id: 1, name: 'car' }],
    annotations: [box],
    ...over,
  })

describe('labels of an archive', () => {
  it('are sent in parts of bounded size, and none is missing', async () => {
    const annotations = Array.from({ length: 20_000 }, (_, id) => ({ ...box, id }))
    const { parts } = await read({ 'a.json': coco({ annotations }) })
    const ids = labelsOf(parts).flatMap((labels) => labels.annotations.map(({ id }) => Number(id)))
    expect(ids).toEqual(annotations.map(({ id }) => id))
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(MB)
  })

  it('of one image are split too', async () => {
    const rows = '0 0.5 0.5 0.1 0.1\n'.repeat(20_000)
    const { parts } = await read({ 'images/a.jpg': '', 'labels/a.txt': rows })
    expect(labelsOf(parts).map(({ annotations }) => annotations.length)).toSatisfy(
      (counts: number[]) => counts.length > 10 && counts.reduce((sum, n) => sum + n) === 20_000,
    )
  })

  it('leave out an image with a path that no file has, and its annotations', async () => {
    const images = [{ id: 1, file_name: `${'a'.repeat(1001)}.jpg` }]
    const { parts, rules } = await read({ 'a.json': coco({ images }) })
    expect(labelsOf(parts)).toEqual([])
    expect(rules).toEqual([['image.no_file', 2]])
  })

  it('leave out a class with a name of over 200 characters', async () => {
    const { rules } = await read({ 'a.json': coco({ categories: [{ id: 1, name: 'a'.repeat(201) }] }) })
    expect(rules).toEqual([['annotation.no_class', 1]])
  })

  it('leave out an outline with more corners than a call can send', async () => {
    const segmentation = [Array.from({ length: 1_000_002 }, (_, i) => i % 7)]
    const { rules } = await read({ 'a.json': coco({ annotations: [{ ...box, segmentation }] }) })
    expect(rules).toEqual([['annotation.invalid', 1]])
  })

  it('keep the attributes that an annotation can have', async () => {
    const attributes = { colour: 'red', long: 'a'.repeat(1001), ['b'.repeat(101)]: 1 }
    const { parts } = await read({ 'a.json': coco({ annotations: [{ ...box, attributes }] }) })
    const [made] = labelsOf(parts).flatMap(({ annotations }) => annotations)
    expect(made?.fields).toEqual({ attributes: { colour: 'red' } })
  })
})
