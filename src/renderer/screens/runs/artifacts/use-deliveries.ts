/** The messages of one webhook sink in one run, polled until the receiver has accepted all of them. */
import { useCallback, useState } from 'react'
import { subscribesTo, type WebhookDelivery, type WebhookEndpoint } from '../../../../shared/api/webhooks.ts'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'

export interface Sent {
  /** Null until a message was sent to the URL. */
  endpoint: WebhookEndpoint | null
  deliveries: readonly WebhookDelivery[]
}

/** The last messages are queued for delivery shortly after the run ends. */
const SLACK_MS = 5_000
const EVERY_MS = 3_000

export const isWaiting = ({ status }: WebhookDelivery): boolean => status === 'pending'

/** Only one run is processed at a time, so a delivery created while this run was processed belongs to it. */
export function isOfRun({ created_at, event_type }: WebhookDelivery, run: WorkflowRun): boolean {
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

export function useDeliveries(run: WorkflowRun, url: string) {
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
