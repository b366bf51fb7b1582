/** What a webhook sink of the run has sent, and what became of it: its messages are kept by the platform, not in a file. */
import { useCallback } from 'react'
import type { WebhookDelivery } from '../../../shared/api/webhooks.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { texts } from '../../messages/texts.ts'
import { useHost } from '../../shell/host.ts'
import { formatFullDate, formatWhen } from '../../ui/format.ts'
import { useResource } from '../../ui/use-resource.ts'
import classes from './artifacts.module.css'

interface WebhookDeliveriesProps {
  run: WorkflowRun
  title: string
  url: string
}

const MOST = 200
/** The last messages are taken over just after the end of a run. */
const SLACK_MS = 5_000
const EVERY_MS = 4_000

/** Runs go one after the other, so what was made while this one went on is its own. */
export function isOfRun({ created_at, event_type }: WebhookDelivery, run: WorkflowRun): boolean {
  if (event_type !== 'workflow_run.records' || run.started_at === null) return false
  const at = Date.parse(created_at)
  const end = run.finished_at === null ? Number.POSITIVE_INFINITY : Date.parse(run.finished_at) + SLACK_MS
  return at >= Date.parse(run.started_at) && at <= end
}

export function WebhookDeliveries({ run, title, url }: WebhookDeliveriesProps) {
  const host = useHost()
  const words = texts.runs.artifacts
  const load = useCallback(async () => {
    const endpoints = await host.api('webhooks.list', {})
    const own = endpoints.find((endpoint) => endpoint.url === url)
    if (!own) return []
    const query = { endpoint: own.id, limit: 1000 }
    return (await host.api('webhooks.deliveries', { query })).filter((delivery) => isOfRun(delivery, run))
  }, [host, url, run])
  const { value, error } = useResource(load, isTerminal(run.status) ? undefined : EVERY_MS)
  return (
    <section className={classes.deliveries} aria-label={words.deliveries}>
      <h2>
        {words.deliveries} <small>{title}</small>
      </h2>
      <code title={url}>{url}</code>
      {!value && <p>{error ?? words.reading}</p>}
      {value?.length === 0 && <p>{words.noDeliveries}</p>}
      <ul>
        {value?.slice(0, MOST).map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {value && value.length > MOST && <p>{words.onlyFirst(MOST)}</p>}
    </section>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { status, attempts, last_status_code, last_error, created_at } = delivery
  const words = texts.runs.artifacts
  return (
    <li data-status={status}>
      <b>{words.delivery[status]}</b>
      <span>{words.attempts(attempts)}</span>
      {last_status_code !== null && <span>{words.status(last_status_code)}</span>}
      {last_error !== null && <span title={last_error}>{last_error}</span>}
      <time dateTime={created_at} title={formatFullDate(created_at)}>
        {formatWhen(created_at)}
      </time>
    </li>
  )
}
