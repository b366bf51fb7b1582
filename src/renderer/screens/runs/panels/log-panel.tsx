/** The log of a run: live while it is active, from its file afterwards. Its warnings are also shown beside the results. */
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { saidInLog } from '../../../../shared/domain/log-text.ts'
import type { LogLine } from '../../../../shared/domain/run.ts'
import classes from '../../../base/ui/panel.module.css'
import page from '../../../parts/run/progress/progress.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { lineParser } from '../../../parts/run/records/files/parse-body.ts'
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

/** The remaining warnings are in the log. */
const SHOWN = 2

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
        {warnings.slice(0, SHOWN).map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      <Button variant="subtle" color="gray" onClick={onShowLog}>
        {warnings.length > SHOWN ? words.more(warnings.length - SHOWN) : words.log}
      </Button>
    </section>
  )
}
