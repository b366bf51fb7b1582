/** The ledger of credits, newest first. */
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
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
        <RecordTable
          label={words.title}
          columns={[words.entry, words.state, { heading: words.amount, cells: 'number' }, words.time]}
        >
          {ledgerRows(value.data, value.hasMore).map((row) =>
            isUptimeDay(row) ? <UptimeRows key={row.key} day={row} /> : <EntryRow key={row.id} entry={row} />,
          )}
        </RecordTable>
      )}
      {value?.hasMore && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {words.more}
        </Button>
      )}
    </Section>
  )
}
