/** Reads a table of comma-separated values, of any length, row by row. */
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { pausing } from '../../../machine/pauses.ts'

export interface CsvRow {
  cells: readonly string[]
  /** From 1. */
  line: number
}

interface Parsed {
  record: string[]
  info: Info
}

/** Characters of a row. */
const MAX_ROW = 1024 ** 2

/** @throws SyntaxError, with the line, for a text that is no table, or has a row over a megabyte */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: MAX_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const input = Readable.from(bytes)
  input.on('error', (error) => parser.destroy(error)).pipe(parser)
  const pause = pausing()
  let line = 0
  function rowOf({ record, info }: Parsed): CsvRow {
    line = info.lines
    return { cells: record, line }
  }
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      if (pause.isDue) await pause.take()
      yield rowOf(parsed)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The stream still holds rows before the fault.
    for (let parsed: Parsed | null = parser.read(); parsed !== null; parsed = parser.read()) yield rowOf(parsed)
    const problem = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'A quote is not closed' : error.message
    throw new SyntaxError(`Line ${line + 1}: ${problem}. The rows before it are read.`)
  } finally {
    input.destroy()
  }
}

/** Names of columns, in small letters, with their positions. */
export type Columns = ReadonlyMap<string, number>

export interface TableRow {
  columns: Columns
  /** Null for an empty cell, and in a table without the column. */
  cell(column: string): string | null
  line: number
}

/** The rows below the first one, which names the columns. @throws SyntaxError as `csvRows` does */
export async function* tableRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  let columns: Columns | null = null
  for await (const { cells, line } of csvRows(bytes)) {
    if (columns === null) {
      columns = columnsOf(cells)
      continue
    }
    const places = columns
    const cell = (column: string): string | null => cells[places.get(column) ?? -1]?.trim() || null
    yield { columns, cell, line }
  }
}

function columnsOf(cells: readonly string[]): Columns {
  const columns = new Map<string, number>()
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase()
    if (!columns.has(name)) columns.set(name, i)
  }
  return columns
}

/** The columns that the beginning of a table names; quotes are optional. */
export function columnsOfStart(text: string): Columns {
  const first = /^[^\r\n]*/.exec(text.replace(/^(\ufeff|ï»¿)/, ''))?.[0] ?? ''
  return columnsOf(first.split(',').map((cell) => cell.replaceAll('"', '')))
}
