/** Readers are given broken labels: they report them, or refuse the document, and never fail otherwise. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LabelFiles } from '../../../../src/platform/exchange/imports/archive/label-files.ts'
import { fitAnnotation } from '../../../../src/platform/exchange/imports/fit/fit-annotation.ts'
import { archiveImages } from '../../../../src/platform/exchange/imports/formats/archive-images.ts'
import { NO_SPLITS } from '../../../../src/platform/exchange/imports/formats/archive-splits.ts'
import { type Candidate, detectFormats } from '../../../../src/platform/exchange/imports/formats/detect-format.ts'
import { FORMAT_READERS } from '../../../../src/platform/exchange/imports/formats/format-readers.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import { inMemory } from './support.ts'

const LABELS = fileURLToPath(new URL('../../../fixtures/labels', import.meta.url))
const OPTIONS = { predictions: true }
const FOLDERS = readdirSync(LABELS, { withFileTypes: true }).filter((entry) => entry.isDirectory())

function contentsOf(name: string): [string, string][] {
  const folder = join(LABELS, name)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path).replaceAll(sep, '/'), readFileSync(path, 'utf8')]
  })
}

/** Reads all labels of changed files, in the format that they had before. */
async function read(archive: LabelFiles, { format, documents }: Candidate): Promise<'read'> {
  await detectFormats(archive)
  const source = { files: archive, images: archiveImages(archive.files), splits: NO_SPLITS, documents }
  for await (const { annotations } of FORMAT_READERS[format].read(source, createPlanNotes(), OPTIONS)) {
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

/** Replaces the first number from a position, so that most documents keep their form. */
const withValue = (text: string, from: number, by: string) =>
  text.slice(0, from) + text.slice(from).replace(/-?\d[\d.]*/, () => by)

it.each(FOLDERS.map(({ name }) => name))('labels of %s, changed anywhere, are read or refused', async (name) => {
  const files = contentsOf(name).filter(([, text]) => text.length > 0)
  const { candidates } = await detectFormats(inMemory(Object.fromEntries(files)))
  const whole = candidates[0] as Candidate
  const place = { file: fc.nat(files.length - 1), at: fc.nat(999) }
  const value = fc.record({ ...place, length: fc.constant(null), by: fc.constantFrom(...values) })
  const by = fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 3 }))
  const characters = fc.record({ ...place, length: fc.nat(12), by })
  const few = { minLength: 1, maxLength: 4 }
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(value, few), fc.array(characters, few)), async (changes) => {
      const texts = files.map(([, text]) => text)
      for (const { file, at, length, by } of changes) {
        const text = texts[file] as string
        const start = Math.floor((at / 1000) * text.length)
        texts[file] =
          length === null ? withValue(text, start, by) : text.slice(0, start) + by + text.slice(start + length)
      }
      const archive = inMemory(Object.fromEntries(files.map(([path], i) => [path, texts[i] as string])), 512)
      const outcome = await read(archive, whole).catch((error: unknown) => error)
      const isRefusal = outcome instanceof SyntaxError || outcome instanceof RangeError
      expect(outcome === 'read' || isRefusal, String(outcome)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
