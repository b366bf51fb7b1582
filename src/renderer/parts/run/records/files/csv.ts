/** Parses streamed CSV (RFC 4180, any line ending, chunks cut anywhere), and formats lines of it as the engine does. */

export interface CsvParser {
  /** Returns the rows that this chunk completes. */
  push(chunk: string): string[][]
  /** Returns the last row, when the text did not end with a line ending. */
  finish(): string[][]
}

type Mode = 'start' | 'plain' | 'quoted' | 'quote-in-quoted'

export function csvParser(): CsvParser {
  let row: string[] = []
  let field = ''
  let mode: Mode = 'start'
  let afterCr = false
  let first = true

  const endField = () => {
    row.push(plainCell(field))
    field = ''
    mode = 'start'
  }

  return {
    push(chunk) {
      const rows: string[][] = []
      const endRow = () => {
        endField()
        if (row.length > 1 || row[0] !== '') rows.push(row)
        row = []
      }
      let i = 0
      if (first && chunk.length > 0) {
        first = false
        if (chunk.charCodeAt(0) === 0xfeff) i = 1
      }
      while (i < chunk.length) {
        const c = chunk[i] as string
        if (afterCr) {
          afterCr = false
          if (c === '\n') {
            i++
            continue
          }
        }
        if (mode === 'quoted') {
          const close = chunk.indexOf('"', i)
          field += chunk.slice(i, close < 0 ? undefined : close)
          if (close < 0) break
          mode = 'quote-in-quoted'
          i = close + 1
          continue
        }
        if (mode === 'quote-in-quoted' && c === '"') {
          field += '"'
          mode = 'quoted'
          i++
        } else if (mode === 'start' && c === '"') {
          mode = 'quoted'
          i++
        } else if (c === ',') {
          endField()
          i++
        } else if (c === '\n' || c === '\r') {
          endRow()
          afterCr = c === '\r'
          i++
        } else {
          const end = plainEnd(chunk, i)
          field += chunk.slice(i, end)
          mode = 'plain'
          i = end
        }
      }
      return rows
    },
    finish() {
      if (mode === 'start' && field === '' && row.length === 0) return []
      endField()
      const last = row
      row = []
      return [last]
    },
  }
}

/** Returns the end of the sequence of ordinary characters that starts at `i`. */
function plainEnd(text: string, i: number): number {
  let end = i + 1
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === 44 || code === 10 || code === 13) break
    end++
  }
  return end
}

/** Formats rows of CSV as the engine does: RFC 4180, with text escaped that a spreadsheet would run as a formula. */

export type Cell = string | number | null

/** A spreadsheet treats these prefixes as a formula; the same characters as csv-stringify's `escape_formulas`. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const ESCAPED_FORMULA = /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Formats the cells of one line, with its line ending. Numbers stay unquoted, including negative ones. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text of a cell before it was escaped. */
const plainCell = (text: string): string => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text)
