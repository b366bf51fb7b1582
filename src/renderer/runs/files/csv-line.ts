/** Rows of CSV as the engine writes them: RFC 4180, with text that a spreadsheet would run as a formula made plain. */

export type Cell = string | number | null

/** A spreadsheet takes a cell that begins so for a formula; the same characters as csv-stringify's `escape_formulas`. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const ESCAPED_FORMULA = /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Cells of one line, with its end. Numbers stay as they are, also negative ones. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text that was written as this cell. */
export const plainCell = (text: string): string => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text)
