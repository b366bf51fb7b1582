/** The table of receivers, with the reason for each that is disabled. */
import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import type { WebhookEndpoint } from '../../../../shared/api/webhooks.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import type { Resource } from '../../../base/ui/use-resource.ts'
import { disabledReason } from '../../../parts/studio/deliveries/delivery-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../activity.module.css'
import { createReceiver } from './receiver-dialog.tsx'
import { ReceiverRow } from './receiver-row.tsx'

const words = texts.webhooks

export function Receivers({ receivers }: { receivers: Resource<WebhookEndpoint[]> }) {
  const host = useHost()
  return (
    <Section
      title={words.title}
      aside={
        <Button className={table.aside} onClick={() => createReceiver(host, () => void receivers.reload())}>
          {words.new}
        </Button>
      }
    >
      <p className={classes.prose}>
        {words.about} <a href={hrefOf({ screen: 'guide', page: 'reference-webhooks' })}>{words.guide}</a>
      </p>
      <Table receivers={receivers} />
    </Section>
  )
}

function Table({ receivers }: { receivers: Resource<WebhookEndpoint[]> }) {
  const { value, error } = receivers
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={receivers.reload} />
  if (value.length === 0) {
    return (
      <Empty icon={<IconWebhook size={20} stroke={1.6} />} title={words.none}>
        {words.noneHint}
      </Empty>
    )
  }
  return (
    <>
      <RecordTable
        label={words.title}
        columns={[
          words.receiver,
          words.events,
          words.state,
          words.lastDelivery,
          words.active,
          { heading: words.actions, cells: 'actions' },
        ]}
      >
        {value.map((receiver) => (
          <ReceiverRow key={receiver.id} receiver={receiver} receivers={receivers} />
        ))}
      </RecordTable>
      {value.map((receiver) => {
        const reason = disabledReason(receiver)
        return (
          reason !== null && (
            <p key={receiver.id} className={table.hint}>
              {words.disabled(receiver.url, reason)}
            </p>
          )
        )
      })}
    </>
  )
}
