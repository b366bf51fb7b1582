/** The outbox of the page, and an image that is labelled through it. */
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { LabelledImage, type LabelledImageState } from './labelled-image.ts'
import { Outbox, type OutboxState } from './outbox.ts'
import { OutboxStore } from './outbox-store.ts'

const outboxes = new WeakMap<Host, Outbox>()

/** The outbox of the page; it also sends after the image was left. */
export function outboxOf(host: Host): Outbox {
  const known = outboxes.get(host)
  if (known) return known
  const { server, account } = host.info
  const scope = `${server?.id ?? 'own'} ${account?.email ?? ''}`
  const outbox = new Outbox({
    store: new OutboxStore(scope),
    name: `sightline annotations ${scope}`,
    // Pages without a secure address have no locks.
    locks: navigator.locks as LockManager | undefined,
    send: (image_id, operations) => host.api('imageAnnotations.edit', { params: { image_id }, body: { operations } }),
  })
  outboxes.set(host, outbox)
  return outbox
}

export interface OpenLabels {
  image: LabelledImage
  state: LabelledImageState
  outbox: OutboxState
}

export function useLabelledImage(imageId: string): OpenLabels {
  const host = useHost()
  const { generation } = useConnectionState()
  const outbox = outboxOf(host)
  const make = () =>
    new LabelledImage(imageId, outbox, () => host.api('imageAnnotations.get', { params: { image_id: imageId } }))
  const [open, setOpen] = useState(() => ({ imageId, image: make() }))
  // Another image begins with its own state in the same render.
  const current = open.imageId === imageId ? open : { imageId, image: make() }
  if (current !== open) setOpen(current)
  const { image } = current
  useEffect(() => image.open(), [image])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection can send, and may have other annotations
  useEffect(() => {
    if (generation <= 1) return
    outbox.flush()
    void image.reload()
  }, [generation])
  useEffect(() => {
    const read = () => document.visibilityState === 'visible' && void image.reload()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [image])
  return { image, state: useStore(image.state), outbox: useStore(outbox.state) }
}
