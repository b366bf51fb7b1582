/** Formats the rows of a table as a file: RFC 4180 CSV, or an array of JSON objects. */
import { type Cell, csvLine } from './csv.ts'

export interface TableRows {
  columns: readonly string[]
  rowCount: number
  at: (row: number) => readonly Cell[]
}

/** Returned in parts, because a single string of all rows could exceed the maximum length. */
export function csvParts({ columns, rowCount, at }: TableRows): string[] {
  return [csvLine(columns), ...Array.from({ length: rowCount }, (_, row) => csvLine(at(row)))]
}

export function jsonParts({ columns, rowCount, at }: TableRows): string[] {
  const parts = Array.from({ length: rowCount }, (_, row) => {
    const cells = at(row)
    const record = JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? null])))
    return `${row === 0 ? '' : ','}\n${record}`
  })
  return ['[', ...parts, '\n]\n']
}
