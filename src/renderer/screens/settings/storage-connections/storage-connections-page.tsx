/** The connected buckets of the organization. */
import { Button } from '@mantine/core'
import { IconCloud } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { StorageConnection } from '../../../../shared/api/storage-connections.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { type Resource, useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'
import { connectBucket } from './connect-form.tsx'
import { ConnectionRow } from './connection-row.tsx'

const words = texts.storageConnections
/** Of one call; no organization has more buckets. */
const MOST = 500

export function StorageConnectionsPage() {
  const host = useHost()
  const refused = useRoleRefusal('admin')
  const connections = useResource(
    useCallback(() => host.api('storageConnections.list', { query: { limit: MOST } }), [host]),
  )
  return (
    <Section
      title={words.title}
      aside={
        refused === null && (
          <Button className={table.aside} onClick={() => connectBucket(host, () => void connections.reload())}>
            {words.new}
          </Button>
        )
      }
    >
      <p className={classes.prose}>{words.about}</p>
      <Connections connections={connections} />
    </Section>
  )
}

function Connections({ connections }: { connections: Resource<StorageConnection[]> }) {
  const { value, error } = connections
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={connections.reload} />
  if (value.length === 0) {
    return (
      <Empty icon={<IconCloud size={20} stroke={1.6} />} title={words.none}>
        {words.noneHint}
      </Empty>
    )
  }
  return (
    <RecordTable
      label={words.title}
      columns={[
        words.connection,
        words.provider,
        words.bucket,
        words.checked,
        { heading: words.actions, cells: 'actions' },
      ]}
    >
      {value.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} connections={connections} />
      ))}
    </RecordTable>
  )
}
