import { stringify } from 'csv-stringify/sync'
import type { OutputFolder } from './output-folder.ts'
import { createTextFile } from './text-file.ts'

type Cell = string | number | boolean | null | undefined

/** One RFC 4180 file: a header line, then a row for each record; lines end with CR LF. */
export async function createCsvTable<C extends string>(
  columns: readonly C[],
  base: string,
  nodeId: string,
  output: OutputFolder,
) {
  const { name, path } = output.reserve(base, '.csv')
  const file = await createTextFile(path)
  const encode = (rows: readonly (readonly Cell[])[]) =>
    stringify(rows as Cell[][], { record_delimiter: 'windows', cast: { boolean: (v) => (v ? 'true' : 'false') } })
  let records = 0
  await file.write(encode([columns]))
  return {
    async write(rows: readonly Record<C, Cell>[]): Promise<void> {
      if (rows.length === 0) return
      records += rows.length
      await file.write(encode(rows.map((row) => columns.map((c) => row[c]))))
    },
    async finish(): Promise<void> {
      await file.finish()
      output.add({ name, kind: 'csv', nodeId, mediaType: 'text/csv', records })
    },
    close: () => file.close(),
  }
}
