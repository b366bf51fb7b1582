/** Starts a scan, displays its progress, and says how old its result is. */
import { Button, NumberInput, Progress } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatWhen } from '../../../base/format/format.ts'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './near-duplicates.module.css'
import type { Scan } from './use-scan.ts'

const words = texts.data.duplicates
/** Percent. */
const USUAL = 97
const LEAST = 50

interface ScanBarProps {
  of: Scan
  refused: string | null
}

export function ScanBar({ of, refused }: ScanBarProps) {
  const { scan, progress, problem } = of
  const field = useId()
  const [percent, setPercent] = useState<number | string>(scan ? Math.round(scan.threshold * 100) : USUAL)
  if (scan?.status === 'pending') {
    const { done = 0, total = null } = progress ?? {}
    return (
      <section className={classes.bar} aria-label={words.scan}>
        <span role="status">{total === null ? words.waiting : words.running(done, total)}</span>
        <Progress
          className={classes.progress}
          value={total === null ? 0 : (100 * done) / Math.max(1, total)}
          aria-label={words.progress}
        />
        <Button variant="subtle" color="gray" onClick={() => void of.cancel(scan)}>
          {texts.ui.words.cancel}
        </Button>
      </section>
    )
  }
  const isNumber = typeof percent === 'number'
  return (
    <section className={classes.bar} aria-label={words.scan}>
      <div className={classes.threshold}>
        <label htmlFor={field}>{words.threshold}</label>
        <NumberInput
          id={field}
          size="xs"
          w={84}
          min={LEAST}
          max={100}
          suffix={words.percent}
          value={percent}
          onChange={setPercent}
        />
      </div>
      <Refusable
        label={scan ? words.again : words.start}
        icon={<IconCopy size={15} />}
        refused={refused}
        disabled={!isNumber}
        onClick={() => isNumber && void of.start(percent / 100)}
      />
      <ScanState scan={scan ?? null} />
      {problem !== null && (
        <span className={classes.bad} role="alert">
          {problem}
        </span>
      )}
    </section>
  )
}

function ScanState({ scan }: { scan: NonNullable<Scan['scan']> | null }) {
  if (scan === null) return null
  if (scan.status === 'failed') {
    return (
      <span className={classes.bad} role="alert">
        {messageText({ message: scan.error ?? words.scanFailed, ...(scan.text && { text: scan.text }) })}
      </span>
    )
  }
  if (scan.status === 'cancelled') return <span role="status">{words.cancelled}</span>
  return (
    <span role="status" className={classes.note}>
      {words.scanned(scan.scanned_images, scan.completed_at === null ? '' : formatWhen(scan.completed_at))}
    </span>
  )
}
