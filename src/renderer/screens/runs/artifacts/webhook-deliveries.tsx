/** The messages of a run's webhook sink with their delivery status; the platform keeps them, not a file of the run. */
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { WebhookDelivery } from '../../../../shared/api/webhooks.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { deliveryFailure, disabledReason, nextAttempt } from '../../../parts/studio/deliveries/delivery-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './artifacts.module.css'
import { SigningSecret } from './signing-secret.tsx'
import { isWaiting, type Sent, useDeliveries } from './use-deliveries.ts'

interface WebhookDeliveriesProps {
  run: WorkflowRun
  title: string
  url: string
}

const MAX_SHOWN = 200

export function WebhookDeliveries({ run, title, url }: WebhookDeliveriesProps) {
  const words = texts.runs.artifacts
  const { sent, error, sendNow } = useDeliveries(run, url)
  const all = sent?.deliveries ?? []
  const left = all.filter((delivery) => delivery.status !== 'delivered')
  return (
    <section className={classes.deliveries} aria-label={words.deliveries}>
      <h2>
        {words.deliveries} <small>{title}</small>
      </h2>
      <code title={url}>{url}</code>
      {sent?.endpoint && <SigningSecret endpoint={sent.endpoint} />}
      {!sent && <p>{error ?? words.reading}</p>}
      {sent && all.length === 0 && <p>{words.noDeliveries}</p>}
      {all.length > 0 && (
        <div className={classes.delivered}>
          <p role="status">{words.deliveredOf(all.length - left.length, all.length)}</p>
          {left.length > 0 && <SendNow onSend={() => sendNow(left)} />}
        </div>
      )}
      {sent?.endpoint?.enabled === false && left.some(isWaiting) && (
        <p>
          {words.receiverDisabled} {disabledReason(sent.endpoint)}
        </p>
      )}
      <ul>
        {all.slice(0, MAX_SHOWN).map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} endpoint={sent?.endpoint ?? null} />
        ))}
      </ul>
      {all.length > MAX_SHOWN && <p>{words.onlyFirst(MAX_SHOWN)}</p>}
    </section>
  )
}

function SendNow({ onSend }: { onSend: () => Promise<void> }) {
  const words = texts.runs.artifacts
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await onSend()
    } catch (error) {
      toastError(words.notSent, error)
    }
    setBusy(false)
  }
  return (
    <Button variant="default" leftSection={<IconRefresh size={15} />} loading={busy} onClick={() => void send()}>
      {words.sendNow}
    </Button>
  )
}

function Delivery({ delivery, endpoint }: { delivery: WebhookDelivery; endpoint: Sent['endpoint'] }) {
  const { status, attempts, created_at } = delivery
  const words = texts.runs.artifacts
  const facts = [
    attempts > 0 ? words.attempts(attempts) : null,
    deliveryFailure(delivery),
    endpoint?.enabled === false ? null : nextAttempt(delivery),
  ].filter((fact) => fact !== null)
  return (
    <li data-status={status}>
      <b>{words.delivery[status]}</b>
      <span title={facts.join(' · ')}>{facts.join(' · ')}</span>
      <time dateTime={created_at} title={formatFullDate(created_at)}>
        {formatWhen(created_at)}
      </time>
    </li>
  )
}
