/** What the run said: live while it is active, from its file afterwards. */
import { useEffect, useRef } from 'react'
import { Value } from 'typebox/value'
import { LogLine } from '../../../shared/domain/run.ts'
import { lineParser } from '../files/lines.ts'
import { useRecords } from '../files/use-records.ts'
import classes from './panel.module.css'

const LIMIT = 5_000

interface LogPanelProps {
  /** The log's file; null while there is none. */
  url: string | null
  live: readonly LogLine[]
}

export function LogPanel({ url, live }: LogPanelProps) {
  const file = useRecords(url, lineParser, LIMIT)
  const lines = url ? file.items.map(parseLogLine) : live
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines keep the end in view while the run is active
  useEffect(() => {
    if (!url) end.current?.scrollIntoView({ block: 'nearest' })
  }, [url, lines.length])

  if (lines.length === 0) {
    return (
      <div className={classes.message}>{file.error ?? (url && !file.done ? 'Reading…' : 'Nothing was logged.')}</div>
    )
  }
  return (
    <div className={classes.log} role="log">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
        <div key={i} className={classes.line} data-level={line.level}>
          <time>{clock(line.at)}</time>
          <span>{line.message}</span>
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

/** A line of the log file: a record, or plain text. */
export function parseLogLine(text: string): LogLine {
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(LogLine, value)) return value
  } catch {
    // Plain text.
  }
  return { at: '', level: 'info', message: text, node_id: null }
}

function clock(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString('en-GB')
}
