/** The receivers of webhooks, with the reason for each that is disabled, and their deliveries. */
import { Button, Switch } from '@mantine/core'
import { IconEye, IconKey, IconPencil, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { WebhookEndpoint } from '../../../../shared/api/webhooks.ts'
import { saidOf } from '../../../../shared/messages/message.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { Empty, Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, type Resource, useResource } from '../../../base/ui/resource.tsx'
import { canReveal, revealSecret } from '../../../base/ui/reveal-secret.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { disabledReason } from '../../../parts/studio/deliveries/delivery-text.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../activity.module.css'
import { Deliveries } from './deliveries.tsx'
import { createReceiver, editReceiver, eventText, showSecret } from './receiver-dialog.tsx'

const words = texts.webhooks

/** Deliveries change the state of a receiver. */
const EVERY_MS = 5_000

/** The receivers of webhooks and their deliveries. */
export function WebhooksPage() {
  const host = useHost()
  const receivers = useResource(
    useCallback(() => host.api('webhooks.list', {}), [host]),
    EVERY_MS,
  )
  return (
    <>
      <Receivers receivers={receivers} />
      {receivers.value && receivers.value.length > 0 && <Deliveries receivers={receivers.value} everyMs={EVERY_MS} />}
    </>
  )
}

function Receivers({ receivers }: { receivers: Resource<WebhookEndpoint[]> }) {
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

const secretWords = texts.runs.artifacts.secret

interface ReceiverRowProps {
  receiver: WebhookEndpoint
  receivers: Resource<WebhookEndpoint[]>
}

/** A row of the table of receivers: its state, a switch, and its actions. */
function ReceiverRow({ receiver, receivers }: ReceiverRowProps) {
  const host = useHost()
  const [testing, setTesting] = useState(false)
  const { id, url, description, name, event_types, enabled, last_delivery_at } = receiver
  const params = { endpoint: id }

  const turn = async (on: boolean) => {
    const show = (shown: boolean) =>
      receivers.patch((all) => all.map((r) => (r.id === id ? { ...r, enabled: shown } : r)))
    show(on)
    try {
      await host.api('webhooks.update', { params, body: { enabled: on } })
      await receivers.reload()
    } catch (error) {
      show(!on)
      toastError(words.notChanged, error)
    }
  }
  const test = async () => {
    setTesting(true)
    try {
      const { delivered, status_code, error, text } = await host.api('webhooks.test', { params })
      if (delivered) toastInfo(words.tested(url, String(status_code ?? '')))
      else if (status_code !== null) throw new Error(texts.runs.artifacts.answered(status_code))
      else throw new Error(error === null ? words.noReason : messageText(saidOf({ message: error, text })))
    } catch (error) {
      toastError(words.testFailed, error)
    }
    setTesting(false)
    await receivers.reload()
  }
  const renew = () =>
    confirm({
      title: secretWords.title,
      action: secretWords.action,
      children: <p>{secretWords.lost}</p>,
      onConfirm: async () => showSecret((await host.api('webhooks.rotateSecret', { params })).secret),
    })
  const reveal = () =>
    revealSecret(words.secretTitle, async () => (await host.api('webhooks.revealSecret', { params })).secret)
  const remove = () =>
    confirm({
      title: words.deleteTitle(url),
      action: words.deleteAction,
      children: <p>{words.deleteLost}</p>,
      onConfirm: async () => {
        await host.api('webhooks.delete', { params })
        await receivers.reload()
      },
    })

  return (
    <tr>
      <th scope="row" title={url}>
        {url}
        <small>{description || name}</small>
      </th>
      <td title={event_types.map(eventText).join(', ') || undefined}>
        {event_types.length === 0 ? words.allEvents : words.someEvents(event_types.length)}
      </td>
      <td>{stateText(receiver)}</td>
      <td title={last_delivery_at === null ? undefined : formatFullDate(last_delivery_at)}>
        {last_delivery_at === null ? words.never : formatWhen(last_delivery_at)}
      </td>
      <td>
        <Switch
          aria-label={words.activeOf(url)}
          checked={enabled}
          onChange={(e) => void turn(e.currentTarget.checked)}
        />
      </td>
      <td className={table.actions}>
        <div>
          <RowAction label={words.test(url)} disabled={testing} onClick={() => void test()}>
            <IconSend size={16} stroke={1.6} />
          </RowAction>
          <RowAction
            label={words.edit(url)}
            onClick={() => editReceiver(host, receiver, () => void receivers.reload())}
          >
            <IconPencil size={16} stroke={1.6} />
          </RowAction>
          {canReveal(host.info) && (
            <RowAction label={texts.access.reveal.ofReceiver(url)} onClick={reveal}>
              <IconEye size={16} stroke={1.6} />
            </RowAction>
          )}
          <RowAction label={words.renew(url)} onClick={renew}>
            <IconKey size={16} stroke={1.6} />
          </RowAction>
          <RowAction label={words.delete(url)} onClick={remove}>
            <IconTrash size={16} stroke={1.6} />
          </RowAction>
        </div>
      </td>
    </tr>
  )
}

function stateText(receiver: WebhookEndpoint): string {
  if (!receiver.enabled) return disabledReason(receiver) === null ? words.states.paused : words.states.disabled
  return receiver.consecutive_failures > 0 ? words.failures(receiver.consecutive_failures) : words.states.working
}
