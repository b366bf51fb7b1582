import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../../src', import.meta.url))

/** Records whose keys are never text from outside, or that refuse such keys, with the reason. */
const ALLOWED = new Set([
  // Names of columns; a row without a prototype is slow, and there are millions.
  'platform/db/sqlite/sqlite-dialect.ts',
  // The parser of bodies refuses the keys that matter.
  'platform/http/large-json.ts',
])

/** An empty record that is filled later. With a prototype, it has fields like “constructor” that nobody put there. */
const filledLater = (text: string): string[] => text.match(/(const|let) \w+: Record<string, .*> = \{\}$/gm) ?? []

it('records that are filled by name have no prototype', () => {
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !ALLOWED.has(file) && filledLater(readFileSync(join(src, file), 'utf8')).length > 0)
  expect(found, 'Use Object.create(null), a Map, or Object.fromEntries').toEqual([])
})

it('a planted record with a prototype is found', () => {
  expect(filledLater('  const counts: Record<string, number> = {}\n')).toHaveLength(1)
  expect(filledLater('  const counts: Record<string, number> = Object.create(null)\n')).toEqual([])
  expect(filledLater('function count(extra: Record<string, number> = {}) {\n')).toEqual([])
})
