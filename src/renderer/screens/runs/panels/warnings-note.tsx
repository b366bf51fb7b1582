/** Warnings of a completed run, such as a damaged video, beside its results instead of only in the log. */
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import classes from '../../../parts/run/progress/progress.module.css'
import { lineParser } from '../../../parts/run/records/files/lines.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { LOG_LINES, parseLogLine } from './log-panel.tsx'

/** The remaining warnings are in the log. */
const SHOWN = 2

export function WarningsNote({ url, onShowLog }: { url: string; onShowLog: () => void }) {
  const { items, done } = useRecords(url, lineParser, LOG_LINES)
  const warnings = useMemo(() => {
    const told = items.map(parseLogLine).filter(({ level }) => level === 'warning')
    return [...new Set(told.map(messageText))]
  }, [items])
  if (!done || warnings.length === 0) return null
  const words = texts.runs.warnings
  return (
    <section className={classes.warnings} aria-label={words.label}>
      <IconAlertTriangle size={17} stroke={1.7} className={classes.sign} aria-hidden />
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
