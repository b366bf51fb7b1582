/** The uptime of a deployment on one day: its sum, which unfolds into its minutes. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCreditChange } from '../../../base/format/credits.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import table from '../../../base/ui/record-table.module.css'
import { texts } from '../../../texts/texts.ts'
import { EntryRow } from './entry-row.tsx'
import { subjectOf } from './entry-text.ts'
import type { UptimeDay } from './ledger-rows.ts'

const words = texts.usage.ledger

export function UptimeRows({ day: { minutes, amount_micro_usd, isPartial } }: { day: UptimeDay }) {
  const [isOpen, setOpen] = useState(false)
  const [newest] = minutes
  if (!newest) return null
  const subject = subjectOf(newest)
  const n = minutes.length
  return (
    <>
      <tr>
        <th scope="row" title={subject}>
          {subject}
          <small>
            {isPartial ? words.lastMinutes(n) : words.minutes(n)}{' '}
            <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? words.fold : words.unfold}
            </Button>
          </small>
        </th>
        <td>{words.states.posted}</td>
        <td className={table.number}>{formatCreditChange(amount_micro_usd)}</td>
        <td title={formatFullDate(newest.created_at)}>{formatWhen(newest.created_at)}</td>
      </tr>
      {isOpen && minutes.map((entry) => <EntryRow key={entry.id} entry={entry} />)}
    </>
  )
}
