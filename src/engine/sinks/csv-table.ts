import { stringify } from 'csv-stringify/sync'
import type { OutputFolder } from '../output/output-folder.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

type Cell = string | number | boolean | null | undefined

export interface CsvTableState {
  name: string
  records: number
  file: TextFileState
}

/** One RFC 4180 file: a header line, then a row per record; lines end with CR LF. */
export async function createCsvTable<C extends string>(
  columns: readonly C[],
  base: string,
  nodeId: string,
  output: OutputFolder,
  saved: CsvTableState | null = null,
) {
  const { name, path } = saved ? output.claim(saved.name) : output.reserve(base, '.csv')
  const file = await createTextFile(path, saved?.file)
  const encode = (rows: readonly (readonly Cell[])[]) =>
    stringify(rows as Cell[][], {
      record_delimiter: 'windows',
      // Most readers end a line at a lone CR or LF in a name.
      quote_record_delimiter: true,
      cast: { boolean: (v) => (v ? 'true' : 'false') },
      // Names of zones, classes and files are untrusted, and spreadsheets evaluate a cell that begins with “=”.
      escape_formulas: true,
    })
  let records = saved?.records ?? 0
  if (!saved) await file.write(encode([columns]))
  return {
    write(rows: readonly Record<C, Cell>[]): Promise<void> | undefined {
      if (rows.length === 0) return undefined
      records += rows.length
      return file.write(encode(rows.map((row) => columns.map((c) => row[c]))))
    },
    async save(): Promise<CsvTableState> {
      const now = records
      return { name, records: now, file: await file.save() }
    },
    async finish(): Promise<void> {
      await file.finish()
      output.add({ name, kind: 'csv', nodeId, mediaType: 'text/csv', records })
    },
    close: () => file.close(),
  }
}
