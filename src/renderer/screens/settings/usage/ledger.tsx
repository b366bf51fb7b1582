/** The ledger of credits, newest first. */
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { LedgerEntry } from '../../../../shared/api/usage.ts'
import { formatCreditChange } from '../../../base/format/credits.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { useResource } from '../../../base/ui/use-resource.ts'
import { pagesUpTo } from '../pages-up-to.ts'
import classes from '../settings.module.css'
import { noteOf, subjectOf } from './entry-text.ts'

const words = texts.usage.ledger
const PAGE = 50

export function Ledger({ everyMs }: { everyMs: number }) {
  const host = useHost()
  const [shown, setShown] = useState(PAGE)
  const load = useCallback(
    () => pagesUpTo(shown, (query) => host.api('organizations.ledger', { query })),
    [host, shown],
  )
  const { value, error, reload } = useResource(load, everyMs)
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      {value === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {value?.data.length === 0 && <p className={classes.prose}>{words.none}</p>}
      {value && value.data.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={words.title}>
            <thead>
              <tr>
                <th scope="col">{words.entry}</th>
                <th scope="col">{words.state}</th>
                <th scope="col" className={table.number}>
                  {words.amount}
                </th>
                <th scope="col">{words.time}</th>
              </tr>
            </thead>
            <tbody>
              {value.data.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value?.hasMore && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {words.more}
        </Button>
      )}
    </Section>
  )
}

function EntryRow({ entry }: { entry: LedgerEntry }) {
  const { run_id, workflow_name, state, amount_micro_usd, created_at } = entry
  const subject = subjectOf(entry)
  const note = noteOf(entry)
  return (
    <tr>
      <th scope="row" title={subject}>
        {/* A run without a name was deleted. */}
        {run_id !== null && workflow_name !== null ? (
          <a href={hrefOf({ screen: 'run', runId: run_id })}>{subject}</a>
        ) : (
          subject
        )}
        {note !== null && <small>{note}</small>}
      </th>
      <td>{words.states[state]}</td>
      <td className={table.number}>{formatCreditChange(amount_micro_usd)}</td>
      <td title={formatFullDate(created_at)}>{formatWhen(created_at)}</td>
    </tr>
  )
}
