/** The messages of a run's webhook sink with their delivery status; the platform keeps them, not a file of the run. */
import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { subscribesTo, type WebhookDelivery, type WebhookEndpoint } from '../../../../shared/api/webhooks.ts'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { deliveryFailure, disabledReason, nextAttempt } from '../../../parts/studio/deliveries/delivery-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './artifacts.module.css'

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

interface Sent {
  /** Null until a message was sent to the URL. */
  endpoint: WebhookEndpoint | null
  deliveries: readonly WebhookDelivery[]
}

/** The last messages are queued for delivery shortly after the run ends. */
const SLACK_MS = 5_000
const EVERY_MS = 3_000

const isWaiting = ({ status }: WebhookDelivery): boolean => status === 'pending'

/** Only one run is processed at a time, so a delivery created while this run was processed belongs to it. */
function isOfRun({ created_at, event_type }: WebhookDelivery, run: WorkflowRun): boolean {
  if (event_type !== 'workflow_run.records' || run.started_at === null) return false
  const at = Date.parse(created_at)
  const end = run.finished_at === null ? Number.POSITIVE_INFINITY : Date.parse(run.finished_at) + SLACK_MS
  return at >= Date.parse(run.started_at) && at <= end
}

/** True while deliveries may still be created or accepted. */
const willChange = (run: WorkflowRun, deliveries: readonly WebhookDelivery[]): boolean =>
  !isTerminal(run.status) ||
  deliveries.some(isWaiting) ||
  (run.finished_at !== null && Date.now() < Date.parse(run.finished_at) + SLACK_MS)

/** The messages of one webhook sink in one run, polled until the receiver has accepted all of them. */
function useDeliveries(run: WorkflowRun, url: string) {
  const host = useHost()
  const [live, setLive] = useState(true)
  const load = useCallback(async (): Promise<Sent> => {
    const known = (await host.api('webhooks.list', {})).filter((endpoint) => endpoint.url === url)
    const [first = null] = known
    const endpoint = known.find(({ event_types }) => subscribesTo(event_types, 'workflow_run.records')) ?? first
    const query = endpoint && { endpoint: endpoint.id, limit: 1000 }
    const made = query ? await host.api('webhooks.deliveries', { query }) : []
    const deliveries = made.filter((delivery) => isOfRun(delivery, run))
    setLive(willChange(run, deliveries))
    return { endpoint, deliveries }
  }, [host, url, run])
  const { value: sent, error, reload } = useResource(load, live ? EVERY_MS : undefined)

  /** Sends waiting messages at once and resends those that were given up. */
  const sendNow = async (deliveries: readonly WebhookDelivery[]) => {
    if (!sent?.endpoint) return
    for (const { id, status } of deliveries) {
      if (status !== 'pending') await host.api('webhooks.replay', { params: { delivery_id: id } })
    }
    await host.api('webhooks.update', { params: { endpoint: sent.endpoint.id }, body: { enabled: true } })
    await reload()
  }
  return { sent, error, sendNow }
}

/** The signing secret of a webhook sink: shows its first characters, and a new secret in full once. */
export function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const words = texts.runs.artifacts.secret
  const host = useHost()
  const [made, setMade] = useState<string | null>(null)
  const renew = () =>
    confirm({
      title: words.title,
      action: words.action,
      children: <p>{words.lost}</p>,
      onConfirm: async () => {
        const { secret } = await host.api('webhooks.rotateSecret', { params: { endpoint: endpoint.id } })
        setMade(secret)
      },
    })
  return (
    <>
      <div className={classes.secret}>
        <span>{words.label}</span>
        <code>{made ?? `${endpoint.secret_prefix ?? ''}…`}</code>
        {made !== null && <Copy secret={made} />}
        <Button variant="default" size="compact-xs" onClick={renew}>
          {words.renew}
        </Button>
      </div>
      <p>{made === null ? words.hint : words.once}</p>
    </>
  )
}

function Copy({ secret }: { secret: string }) {
  const words = texts.runs.artifacts.secret
  return (
    <CopyButton value={secret}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.ui.words.copied : words.copy}>
          <ActionIcon aria-label={copied ? texts.ui.words.copied : words.copy} onClick={copy}>
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
