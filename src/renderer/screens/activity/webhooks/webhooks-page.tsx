/** The receivers of webhooks and their deliveries. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { Deliveries } from './deliveries.tsx'
import { Receivers } from './receivers.tsx'

/** Deliveries change the state of a receiver. */
const EVERY_MS = 5_000

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
