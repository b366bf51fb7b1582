/** Displays any CSV artifact as a table. */
import { useMemo, useState } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import classes from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import type { Playback } from '../../../parts/run/player/playback.ts'
import { csvParser } from '../../../parts/run/records/files/csv.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { texts } from '../../../texts/texts.ts'
import { ArtifactSelect } from './artifact-select.tsx'

const ROW_LIMIT = 500_000
const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

interface CsvPanelProps {
  artifacts: readonly Artifact[]
  urlOf: (artifact: Artifact) => string
  /** Rows with a time seek this player, if there is one. */
  playback?: Playback
}

export function CsvPanel({ artifacts, urlOf, playback }: CsvPanelProps) {
  const [chosen, setChosen] = useState(artifacts[0]?.id)
  const artifact = artifacts.find((a) => a.id === chosen) ?? artifacts[0]
  const rows = useRecords(artifact ? urlOf(artifact) : null, csvParser, ROW_LIMIT)
  const header = rows.items[0]
  const count = Math.max(0, rows.items.length - 1)
  const widths = useMemo(() => measure(rows.items.slice(0, 60)), [rows])
  const timeColumn = header?.indexOf('time_s') ?? -1

  const columns: Column[] = (header ?? []).map((name, i) => {
    const { characters, numeric } = widths[i] ?? { characters: 10, numeric: false }
    return {
      key: String(i),
      title: name,
      width: `minmax(${Math.min(280, 28 + characters * 7.2)}px, 1fr)`,
      align: numeric ? 'right' : 'left',
      mono: true,
      cell: (row) => rows.items[row + 1]?.[i],
    }
  })
  const seek = (row: number) => {
    const time = Number(rows.items[row + 1]?.[timeColumn])
    if (Number.isFinite(time)) playback?.seek(time)
  }
  return (
    <div className={classes.panel}>
      <ArtifactSelect artifacts={artifacts} value={artifact?.id} onChange={setChosen} />
      <div className={classes.fill}>
        <VirtualTable
          label={artifact?.name ?? 'CSV'}
          columns={columns}
          rowCount={count}
          minWidth={widths.reduce((sum, w) => sum + Math.min(280, 28 + w.characters * 7.2), 24)}
          {...(timeColumn >= 0 && playback ? { onRow: seek } : {})}
          empty={rows.error ?? (rows.done ? texts.runs.panels.csv.noRows : texts.runs.words.reading)}
        />
      </div>
      <p className={classes.foot} role="status">
        {rows.truncated
          ? texts.runs.panels.csv.first(count)
          : texts.runs.panels.csv.rows(count, rows.done ? '' : texts.runs.words.andReading)}
      </p>
    </div>
  )
}

/** Estimates each column's width and whether it is numeric from the first rows. */
function measure(sample: readonly string[][]): { characters: number; numeric: boolean }[] {
  const [header = [], ...rows] = sample
  return header.map((name, i) => ({
    characters: Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)),
    numeric: rows.length > 0 && rows.every((row) => !row[i] || NUMERIC.test(row[i])),
  }))
}
