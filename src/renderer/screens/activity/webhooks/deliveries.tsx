/** The deliveries to all receivers or to one, newest first; abandoned ones can be sent again. */
import { Button, Group, Select } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../../../shared/api/webhooks.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { deliveryFailure, nextAttempt } from '../../../parts/studio/deliveries/delivery-text.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../activity.module.css'
import { eventText } from './receiver-dialog.tsx'

const words = texts.webhooks.deliveries
const STATUS_OPTIONS = DELIVERY_STATUSES.map((value) => ({ value, label: texts.runs.artifacts.delivery[value] }))
const PAGE = 50
/** One reply holds at most 1000; one more than shown tells that there are older ones. */
const MAX_SHOWN = 950

const isAbandoned = ({ status }: WebhookDelivery): boolean => status === 'failed' || status === 'dead_letter'

export function Deliveries({ receivers, everyMs }: { receivers: readonly WebhookEndpoint[]; everyMs: number }) {
  const host = useHost()
  const [chosen, setChosen] = useState<string | null>(null)
  const [status, setStatus] = useState<DeliveryStatus | null>(null)
  const [shown, setShown] = useState(PAGE)
  const [busy, setBusy] = useState(false)
  // A receiver that was deleted is no longer a choice.
  const endpoint = receivers.find(({ id }) => id === chosen)?.id
  const load = useCallback(
    () =>
      host.api('webhooks.deliveries', {
        query: { limit: shown + 1, ...(endpoint && { endpoint }), ...(status && { status }) },
      }),
    [host, endpoint, status, shown],
  )
  const { value: found, error, reload } = useResource(load, everyMs)
  const listed = found?.slice(0, shown) ?? []
  const abandoned = listed.filter(isAbandoned)

  const replay = async (deliveries: readonly WebhookDelivery[]) => {
    setBusy(true)
    try {
      for (const { id } of deliveries) await host.api('webhooks.replay', { params: { delivery_id: id } })
      toastInfo(words.replayed(deliveries.length))
    } catch (failure) {
      toastError(words.notReplayed, failure)
    }
    setBusy(false)
    await reload()
  }

  return (
    <Section
      title={words.title}
      aside={
        abandoned.length > 0 && (
          <Button className={table.aside} variant="default" loading={busy} onClick={() => void replay(abandoned)}>
            {words.replayAll(abandoned.length)}
          </Button>
        )
      }
    >
      <Group gap={8} mb={10}>
        <Select
          aria-label={words.ofReceiver}
          placeholder={words.allReceivers}
          data={receivers.map(({ id, url }) => ({ value: id, label: url }))}
          value={endpoint ?? null}
          w={300}
          clearable
          onChange={setChosen}
        />
        <Select
          aria-label={words.ofStatus}
          placeholder={words.allStatuses}
          data={STATUS_OPTIONS}
          value={status}
          w={160}
          clearable
          onChange={(value) => setStatus(value as DeliveryStatus | null)}
        />
      </Group>
      {found === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {found?.length === 0 && <p className={classes.prose}>{words.none}</p>}
      {listed.length > 0 && (
        <RecordTable
          label={words.title}
          columns={[
            words.event,
            words.ofStatus,
            words.result,
            { heading: words.attempts, cells: 'number' },
            words.created,
            { heading: texts.webhooks.actions, cells: 'actions' },
          ]}
        >
          {listed.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              receiver={receivers.find(({ id }) => id === delivery.endpoint_id)}
              busy={busy}
              onReplay={() => void replay([delivery])}
            />
          ))}
        </RecordTable>
      )}
      {(found?.length ?? 0) > shown &&
        (shown < MAX_SHOWN ? (
          <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
            {words.more}
          </Button>
        ) : (
          <p className={table.hint}>{words.onlyFirst(shown)}</p>
        ))}
    </Section>
  )
}

interface DeliveryRowProps {
  delivery: WebhookDelivery
  receiver: WebhookEndpoint | undefined
  busy: boolean
  onReplay: () => void
}

function DeliveryRow({ delivery, receiver, busy, onReplay }: DeliveryRowProps) {
  const { event_type, status, attempts, created_at } = delivery
  const result = resultText(delivery, receiver)
  return (
    <tr>
      <th scope="row" title={receiver?.url}>
        {eventText(event_type)}
        <small>{receiver?.url}</small>
      </th>
      <td>{texts.runs.artifacts.delivery[status]}</td>
      <td className={table.long} title={result}>
        {result}
      </td>
      <td className={table.number}>{formatCount(attempts)}</td>
      <td title={formatFullDate(created_at)}>{formatWhen(created_at)}</td>
      <td className={table.actions}>
        {isAbandoned(delivery) && (
          <RowAction
            label={words.replay(eventText(event_type), formatWhen(created_at))}
            disabled={busy}
            onClick={onReplay}
          >
            <IconRefresh size={16} stroke={1.6} />
          </RowAction>
        )}
      </td>
    </tr>
  )
}

function resultText(delivery: WebhookDelivery, receiver: WebhookEndpoint | undefined): string {
  if (delivery.status === 'delivered') {
    return delivery.last_status_code === null ? '' : words.accepted(delivery.last_status_code)
  }
  const next = receiver?.enabled === false ? null : nextAttempt(delivery)
  return [deliveryFailure(delivery), next].filter((fact) => fact !== null).join(' · ')
}
