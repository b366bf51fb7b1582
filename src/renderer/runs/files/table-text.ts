/** Rows of a table as text for a file: RFC 4180 CSV, or an array of JSON objects. */

export type Cell = string | number | null

export interface TableRows {
  columns: readonly string[]
  rowCount: number
  at: (row: number) => readonly Cell[]
}

const quoted = (cell: Cell): string => {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** In parts, for one string of all rows could grow too long. */
export function csvParts({ columns, rowCount, at }: TableRows): string[] {
  const line = (cells: readonly Cell[]) => `${cells.map(quoted).join(',')}\r\n`
  return [line(columns), ...Array.from({ length: rowCount }, (_, row) => line(at(row)))]
}

export function jsonParts({ columns, rowCount, at }: TableRows): string[] {
  const parts = Array.from({ length: rowCount }, (_, row) => {
    const cells = at(row)
    const record = JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? null])))
    return `${row === 0 ? '' : ','}\n${record}`
  })
  return ['[', ...parts, '\n]\n']
}
