/** The organizations of the server with their plans, and what they use of them. */
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { pagesUpTo } from '../pages-up-to.ts'
import { OrganizationRow } from './organization-row.tsx'

const words = texts.server.organizations
const PAGE = 50
/** They use more of their plans while the page is open. */
const EVERY_MS = 30_000

export function Organizations() {
  const host = useHost()
  const [shown, setShown] = useState(PAGE)
  const load = useCallback(
    () => pagesUpTo(shown, (query) => host.api('operator.organizations', { query })),
    [host, shown],
  )
  const { value, error, reload } = useResource(load, EVERY_MS)
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  return (
    <>
      <RecordTable
        label={words.title}
        columns={[
          ...[words.organization, texts.access.plan.plan, texts.access.plan.members],
          ...[texts.access.plan.images, texts.usage.limits.storage],
          { heading: words.credits, cells: 'number' },
          { heading: words.actions, cells: 'actions' },
        ]}
      >
        {value.data.map((organization) => (
          <OrganizationRow key={organization.id} organization={organization} onChanged={() => void reload()} />
        ))}
      </RecordTable>
      {value.hasMore && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {words.more}
        </Button>
      )}
    </>
  )
}
