import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textOf } from '../../../../../src/platform/exchange/imports/archive/label-files.ts'
import { textFiles } from '../../../../../src/platform/exchange/imports/archive/text-files.ts'
import { createPlanNotes } from '../../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import { inMemory, readIn } from '../support.ts'

const noted = (notes: ReturnType<typeof createPlanNotes>) =>
  notes.rules().flatMap(({ code, examples }) => examples.map(({ file, detail }) => [code, file, detail]))

/** The text of a file as readers get it, with the notes about it. */
async function read(name: string, bytes: Buffer): Promise<[text: string, notes: unknown[]]> {
  const notes = createPlanNotes()
  return [await textOf(textFiles(inMemory({ [name]: bytes }), notes), name), noted(notes)]
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

it('reads UTF-16 by its mark, and by the zeros of its letters', async () => {
  const text = '{"name": "Größe 汽车"}'
  for (const bytes of [
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    utf16be(`\ufeff${text}`),
    Buffer.from(text, 'utf16le'),
    utf16be(text),
    Buffer.from(`\ufeff${text}`),
  ]) {
    expect(await read('a.json', bytes)).toEqual([text, []])
  }
})

it('reads the encoding that an XML document declares, without a note', async () => {
  const head = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><name>`
  const inXml = async (encoding: string, bytes: Buffer) =>
    read('a.xml', Buffer.concat([Buffer.from(head(encoding)), bytes, Buffer.from('</name>')]))
  for (const [encoding, bytes, name] of [
    ['ISO-8859-1', hex('636166e9'), 'café'],
    ['windows-1252', hex('80'), '€'],
    ['GBK', hex('c6fbb3b5'), '汽车'],
    ['gb2312', hex('c6fbb3b5'), '汽车'],
    ['Shift_JIS', hex('8ed4'), '車'],
    ['EUC-KR', hex('c2f7'), '차'],
    ['utf-8', Buffer.from('café 汽车'), 'café 汽车'],
  ] as const) {
    expect(await inXml(encoding, bytes)).toEqual([`${head(encoding)}${name}</name>`, []])
  }
  const [text, notes] = await inXml('UTF-8', hex('636166e9'))
  expect([text, notes]).toEqual([`${head('UTF-8')}café</name>`, [['file.encoding_guessed', 'a.xml', 'windows-1252']]])
})

it('guesses the encoding of other texts by their letters, and notes it', async () => {
  for (const [bytes, text, encoding] of [
    [hex('636166e90a'), 'café\n', 'windows-1252'],
    [hex('c6fbb3b50abfa8b3b50a'), '汽车\n卡车\n', 'gb18030'],
    [hex('83678389836283500a8ed40a'), 'トラッケ\n車\n', 'shift_jis'],
  ] as const) {
    expect(await read('classes.txt', bytes)).toEqual([text, [['file.encoding_guessed', 'classes.txt', encoding]]])
  }
})

it('passes on UTF-8 as it is, however its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      async (some, cut) => {
        const text = `x${some}`
        const notes = createPlanNotes()
        const files = textFiles(inMemory({ 'a.csv': text }, cut), notes)
        const parts: Uint8Array[] = []
        for await (const part of files.read('a.csv')) parts.push(part)
        expect(Buffer.concat(parts).equals(Buffer.from(text))).toBe(true)
        expect(noted(notes)).toEqual([])
      },
    ),
  )
})

it('leaves the bytes of images alone', async () => {
  const bytes = hex('ffd8ffe000104a464946')
  const parts: Uint8Array[] = []
  for await (const part of textFiles(inMemory({ 'a.jpg': bytes }), createPlanNotes()).read('a.jpg')) parts.push(part)
  expect(Buffer.concat(parts)).toEqual(bytes)
})

it('reads labels of formats in foreign encodings', async () => {
  const row = '0 0.25 0.5 0.2 0.4\n'
  const { labels, notes } = await readIn(
    inMemory({
      'classes.txt': hex('6d61ee73e90a'),
      'images/a.jpg': 'IMAGE',
      'labels/a.txt': Buffer.from(`\ufeff${row}`, 'utf16le'),
    }),
    { format: 'yolo' },
  )
  expect(labels.map(({ annotations }) => annotations.map(({ name }) => name))).toEqual([['maîsé']])
  expect(noted(notes)).toEqual([['file.encoding_guessed', 'classes.txt', 'windows-1252']])
})
