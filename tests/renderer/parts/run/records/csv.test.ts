import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvParser } from '../../../../../src/renderer/parts/run/records/files/csv.ts'

const parse = (...chunks: string[]) => {
  const parser = csvParser()
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.finish()]
}

const quote = (field: string) => `"${field.replaceAll('"', '""')}"`

describe('CSV as it streams in', () => {
  test('reads plain rows with any line ending', () => {
    const rows = [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]
    expect(parse('a,b\r\n1,2\r\n3,4\r\n')).toEqual(rows)
    expect(parse('a,b\n1,2\n3,4')).toEqual(rows)
    expect(parse('a,b\r1,2\r3,4\r')).toEqual(rows)
  })

  test('keeps commas, quotes and line breaks inside quotes', () => {
    expect(parse('"a, b","say ""hi""","two\r\nlines"\n')).toEqual([['a, b', 'say "hi"', 'two\r\nlines']])
  })

  test('keeps empty fields and skips empty lines', () => {
    expect(parse(',,\r\n\r\n1,"",\n')).toEqual([
      ['', '', ''],
      ['1', '', ''],
    ])
  })

  test('does not include a byte order mark in the first name', () => {
    expect(parse('\ufefftime_s,type\n')).toEqual([['time_s', 'type']])
  })

  test('is read back as it was written, wherever the chunks are cut', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '日'), maxLength: 6 })
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(table, fc.array(fc.nat(200), { maxLength: 8 }), (rows, cuts) => {
        const text = rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('')
        const at = [0, ...cuts.map((c) => c % (text.length + 1)).sort((a, b) => a - b), text.length]
        const chunks = at.slice(1).map((end, i) => text.slice(at[i], end))
        expect(parse(...chunks)).toEqual(rows)
      }),
      { numRuns: 300 },
    )
  })
})
