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
export const plainCell = (text: string): string => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text)
