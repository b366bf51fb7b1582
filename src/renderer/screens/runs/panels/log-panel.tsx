/** The log of a run: live while it is active, from its file afterwards. */
import { useEffect, useMemo, useRef } from 'react'
import { saidInLog } from '../../../../shared/domain/log-text.ts'
import type { LogLine } from '../../../../shared/domain/run.ts'
import classes from '../../../base/ui/panel.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { lineParser } from '../../../parts/run/records/files/lines.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

/** Only the beginning of a log is shown, because longer logs repeat themselves. */
export const LOG_LINES = 5_000

interface LogPanelProps {
  /** URL of the log file; null while there is none. */
  url: string | null
  live: readonly LogLine[]
  blocks: RunBlocks
}

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
