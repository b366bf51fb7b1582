/** The ledger of credits, newest first. */
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { useResource } from '../../../base/ui/use-resource.ts'
import { pagesUpTo } from '../pages-up-to.ts'
import classes from '../settings.module.css'
import { EntryRow } from './entry-row.tsx'
import { isUptimeDay, ledgerRows } from './ledger-rows.ts'
import { UptimeRows } from './uptime-rows.tsx'

const words = texts.usage.ledger
/** Of entries: a deployment enters one a minute. */
const PAGE = 200

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
              {ledgerRows(value.data, value.hasMore).map((row) =>
                isUptimeDay(row) ? <UptimeRows key={row.key} day={row} /> : <EntryRow key={row.id} entry={row} />,
              )}
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
