/** Names of lines, zones, classes and files that a spreadsheet would evaluate as a formula. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutputFolder } from '../../src/engine/output/output-folder.ts'
import { createCsvTable } from '../../src/engine/sinks/csv-sink.ts'
import { type Cell, csvLine, csvParser } from '../../src/renderer/parts/run/records/files/csv.ts'
import { testFolder } from '../engine/support/test-folder.ts'

const FORMULAS = [
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\tx',
  '\r=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("http://x","y")',
]

const folder = testFolder()

async function written(rows: Record<'name' | 'value', Cell>[]): Promise<string> {
  const output = await createOutputFolder(folder, 'run')
  const table = await createCsvTable(['name', 'value'], 'names', 'sink', output)
  const { path } = output.reserve('unused', '.csv')
  await table.write(rows)
  await table.finish()
  return readFileSync(join(dirname(path), 'names.csv'), 'utf8')
}

describe('a CSV of the engine', () => {
  it.each(FORMULAS)('writes %j as text', async (name) => {
    const [, row = ''] = (await written([{ name, value: 1 }])).split(/\r\n(?!=)/)
    expect(row.replace(/^"/, '')).toMatch(/^'/)
  })

  it('leaves negative numbers, and names that only contain such a character, unchanged', async () => {
    expect(await written([{ name: 'a=b', value: -3.5 }])).toBe('name,value\r\na=b,-3.5\r\n')
  })
})

describe('a CSV that the page saves', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(...FORMULAS),
    fc.string().map((s) => `=${s}`),
  )
  const cell = fc.oneof(text, fc.integer(), fc.constant(null))

  it('equals one of the engine, byte by byte', async () => {
    const rows = fc.sample(fc.record({ name: cell, value: cell }), 300)
    const lines = rows.map(({ name, value }) => csvLine([name, value]))
    expect(await written(rows)).toBe([csvLine(['name', 'value']), ...lines].join(''))
  })

  it('is read back unchanged', () => {
    const plain = text.filter((s) => !s.startsWith("'"))
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const parser = csvParser()
        expect([...parser.push(csvLine(['x', a, b])), ...parser.finish()]).toEqual([['x', a, b]])
      }),
    )
  })
})
