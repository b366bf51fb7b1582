import { printableIn } from '../shared/domain/printable.ts'

/** Rows as lines with aligned columns; the last column is not padded. */
export function tableOf(given: readonly (readonly string[])[]): string {
  const rows = printableIn(given)
  const columns = Math.max(0, ...rows.map((row) => row.length)) - 1
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
