/** Panels that display what a run wrote: CSV as a table, JSON Lines record by record, and the log with its warnings. */
import { Button, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { saidInLog } from '../../../../shared/domain/log-text.ts'
import type { Artifact, LogLine } from '../../../../shared/domain/run.ts'
import classes from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import type { Playback } from '../../../parts/run/player/playback.ts'
import page from '../../../parts/run/progress/progress.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { csvParser } from '../../../parts/run/records/files/csv.ts'
import { lineParser } from '../../../parts/run/records/files/parse-body.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { messageText } from '../../../texts/message-text.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

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

const LINE_LIMIT = 500_000
/** Long lines are shortened in the list. */
const SHOWN = 400

interface JsonPanelProps {
  artifacts: readonly Artifact[]
  urlOf: (artifact: Artifact) => string
  /** Renders a record beside its text. */
  show?: (line: string) => ReactNode
}

/** Displays JSON Lines: one record per line, the selected record in full below. */
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

interface ArtifactSelectProps {
  artifacts: readonly Artifact[]
  value: string | undefined
  onChange: (id: string) => void
}

/** Selects the file that a view shows; hidden when there is only one. */
function ArtifactSelect({ artifacts, value, onChange }: ArtifactSelectProps) {
  if (artifacts.length < 2) return null
  return (
    <div className={classes.tools}>
      <Select
        w={260}
        aria-label={texts.runs.panels.artifactSelect.file}
        data={artifacts.map(({ id, name }) => ({ value: id, label: name }))}
        value={value ?? null}
        allowDeselect={false}
        onChange={(id) => id && onChange(id)}
      />
    </div>
  )
}

/** Only the beginning of a log is shown, because longer logs repeat themselves. */
export const LOG_LINES = 5_000

interface LogPanelProps {
  /** URL of the log file; null without a log. */
  url: string | null
  live: readonly LogLine[]
  blocks: RunBlocks
}

/** The log of a run: live while it is active, from its file afterwards. */
export function LogPanel({ url, live, blocks }: LogPanelProps) {
  const file = useRecords(url, lineParser, LOG_LINES)
  const read = useMemo(() => file.items.map(parseLogLine), [file])
  const lines = url ? read : live
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines keep the end in view while the run is active
  useEffect(() => {
    if (!url) end.current?.scrollIntoView({ block: 'nearest' })
  }, [url, lines.length])

  if (lines.length === 0) {
    return (
      <div className={classes.message}>
        {file.error ?? (url && !file.done ? texts.runs.words.reading : texts.runs.panels.log.nothing)}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long logs are scrolled with the keyboard
    <div className={classes.log} role="log" aria-label={texts.runs.panels.log.title} tabIndex={0}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever appended
        <div key={i} className={classes.line} data-level={line.level}>
          <time>{clock(line.at)}</time>
          <span>
            {line.node_id !== null && <b>{blocks.titleOf(line.node_id)} </b>}
            {messageText(line)}
          </span>
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

const LINE = /^(\d{4}-\d\d-\d\dT\S+) (info|warning|error) +(?:\[([^\]]+)\] )?(.*)$/

/** Parses a line of the log file: time, level, the block in brackets if there is one, message, its code. */
export function parseLogLine(text: string): LogLine {
  const [, at = '', level = 'info', node, told = text] = LINE.exec(text) ?? []
  return { at, level: level as LogLine['level'], ...saidInLog(told), node_id: node ?? null }
}

function clock(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString('en-GB')
}

/** The remaining warnings are in the log. */
const SHOWN_WARNINGS = 2

/** Warnings of a completed run, such as a damaged video, beside its results instead of only in the log. */
export function WarningsNote({ url, onShowLog }: { url: string; onShowLog: () => void }) {
  const { items, done } = useRecords(url, lineParser, LOG_LINES)
  const warnings = useMemo(() => {
    const told = items.map(parseLogLine).filter(({ level }) => level === 'warning')
    return [...new Set(told.map(messageText))]
  }, [items])
  if (!done || warnings.length === 0) return null
  const words = texts.runs.warnings
  return (
    <section className={page.warnings} aria-label={words.label}>
      <IconAlertTriangle size={17} stroke={1.7} className={page.sign} aria-hidden />
      <div>
        {warnings.slice(0, SHOWN_WARNINGS).map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      <Button variant="subtle" color="gray" onClick={onShowLog}>
        {warnings.length > SHOWN_WARNINGS ? words.more(warnings.length - SHOWN_WARNINGS) : words.log}
      </Button>
    </section>
  )
}
