/** Displays JSON Lines: one record per line, the selected record in full below. */
import { type ReactNode, useState } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import classes from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import { lineParser } from '../../../parts/run/records/files/lines.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { ArtifactSelect } from './artifact-select.tsx'

const LINE_LIMIT = 500_000
/** Long lines are shortened in the list. */
const SHOWN = 400

interface JsonPanelProps {
  artifacts: readonly Artifact[]
  urlOf: (artifact: Artifact) => string
  /** Renders a record beside its text. */
  show?: (line: string) => ReactNode
}

export function JsonPanel({ artifacts, urlOf, show }: JsonPanelProps) {
  const [chosen, setChosen] = useState(artifacts[0]?.id)
  const [selected, setSelected] = useState(0)
  const artifact = artifacts.find((a) => a.id === chosen) ?? artifacts[0]
  const lines = useRecords(artifact ? urlOf(artifact) : null, lineParser, LINE_LIMIT)
  const count = lines.items.length
  const columns: Column[] = [
    {
      key: 'n',
      title: texts.runs.panels.json.record,
      width: '72px',
      align: 'right',
      mono: true,
      cell: (row) => formatCount(row + 1),
    },
    {
      key: 'line',
      title: 'JSON',
      width: 'minmax(0, 1fr)',
      mono: true,
      cell: (row) => lines.items[row]?.slice(0, SHOWN),
    },
  ]
  return (
    <div className={classes.panel}>
      <ArtifactSelect
        artifacts={artifacts}
        value={artifact?.id}
        onChange={(id) => {
          setChosen(id)
          setSelected(0)
        }}
      />
      <div className={classes.fill}>
        <div className={classes.split}>
          <VirtualTable
            label={artifact?.name ?? 'JSON'}
            columns={columns}
            rowCount={count}
            onRow={setSelected}
            current={selected}
            empty={lines.error ?? (lines.done ? texts.runs.panels.json.noRecords : texts.runs.words.reading)}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long records are scrolled with the keyboard */}
          <section className={classes.record} aria-label={texts.runs.panels.json.recordN(selected + 1)} tabIndex={0}>
            {show?.(lines.items[selected] ?? '')}
            <pre>{pretty(lines.items[selected])}</pre>
          </section>
        </div>
      </div>
      <p className={classes.foot} role="status">
        {lines.truncated
          ? texts.runs.panels.json.first(count)
          : texts.runs.panels.json.records(count, lines.done ? '' : texts.runs.words.andReading)}
      </p>
    </div>
  )
}

/** Indents JSON, with short arrays of numbers on one line; returns text that is not JSON unchanged. */
export function pretty(line: string | undefined): string {
  if (line === undefined) return ''
  try {
    const text = JSON.stringify(JSON.parse(line), null, 2)
    return text.replace(
      /\[\n\s*((?:-?[\d.eE+]+,?\s*){1,8})\]/g,
      (_all, inner: string) => `[${inner.trim().replace(/\s+/g, ' ')}]`,
    )
  } catch {
    return line
  }
}
