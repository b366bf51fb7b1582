/** Readers are given broken labels: they report them, or refuse the document, and never fail otherwise. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitAnnotation } from '../../../src/platform/imports/fit-annotation.ts'
import { archiveImages } from '../../../src/platform/imports/formats/archive-images.ts'
import { detectFormat } from '../../../src/platform/imports/formats/detect-format.ts'
import { readLabels } from '../../../src/platform/imports/formats/read-labels.ts'
import { createPlanNotes } from '../../../src/platform/imports/plan-notes.ts'
import { inMemory } from './support.ts'

const LABELS = fileURLToPath(new URL('../../fixtures/labels', import.meta.url))
const FOLDERS = readdirSync(LABELS, { withFileTypes: true }).filter((entry) => entry.isDirectory())

function contentsOf(name: string): [string, string][] {
  const folder = join(LABELS, name)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path).replaceAll(sep, '/'), readFileSync(path, 'utf8')]
  })
}

async function read(archive: ReturnType<typeof inMemory>): Promise<'read'> {
  const { format, documents } = await detectFormat(archive, null)
  if (format === null) return 'read'
  const source = { files: archive, images: archiveImages(archive.files), documents }
  for await (const { annotations } of readLabels(format, source, createPlanNotes(), { predictions: true })) {
    for (const one of annotations) {
      fitAnnotation(one, { bounds: { width: 64, height: 48 }, tolerance: 1, allowed: ['bbox', 'polygon'] })
    }
  }
  return 'read'
}

const values = [
  'null',
  '-1',
  '1e999',
  '""',
  '[]',
  '{}',
  '"x"',
  'true',
  '0',
  '[null]',
  '99999999999',
  '\0',
  '<',
  '&amp;',
]

it.each(FOLDERS.map(({ name }) => name))('labels of %s, changed anywhere, are read or refused', async (name) => {
  const files = contentsOf(name).filter(([, text]) => text.length > 0)
  const change = fc.record({
    file: fc.nat(files.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(12),
    by: fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 3 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const texts = files.map(([, text]) => text)
      for (const { file, at, length, by } of changes) {
        const text = texts[file] as string
        const start = Math.floor(at * text.length)
        texts[file] = text.slice(0, start) + by + text.slice(start + length)
      }
      const archive = inMemory(Object.fromEntries(files.map(([path], i) => [path, texts[i] as string])), 512)
      const outcome = await read(archive).catch((error: unknown) => error)
      const isRefusal = outcome instanceof SyntaxError || outcome instanceof RangeError
      expect(outcome === 'read' || isRefusal, String(outcome)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
