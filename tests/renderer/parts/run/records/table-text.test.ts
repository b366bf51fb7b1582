import { expect, test } from 'vitest'
import { csvParts, jsonParts } from '../../../../../src/renderer/parts/run/records/files/table-text.ts'

const rows = [
  [1.5, 'Gate, "north"', null],
  [2, 'Square', 7],
] as const
const table = { columns: ['time_s', 'geometry', 'track_id'], rowCount: 2, at: (row: number) => rows[row] ?? [] }

test('CSV has a header, CR LF line endings, quotes where needed, and empty cells', () => {
  expect(csvParts(table).join('')).toBe('time_s,geometry,track_id\r\n1.5,"Gate, ""north""",\r\n2,Square,7\r\n')
})

test('JSON has an object for each row', () => {
  expect(JSON.parse(jsonParts(table).join(''))).toEqual([
    { time_s: 1.5, geometry: 'Gate, "north"', track_id: null },
    { time_s: 2, geometry: 'Square', track_id: 7 },
  ])
  expect(JSON.parse(jsonParts({ ...table, rowCount: 0 }).join(''))).toEqual([])
})
