import { describe, expect, it } from 'vitest'
import { deliveryFailure, disabledReason } from '../../../../../src/renderer/parts/studio/deliveries/delivery-text.ts'
import type { WebhookDelivery, WebhookEndpoint } from '../../../../../src/shared/api/webhooks.ts'
import { message, saidOf } from '../../../../../src/shared/messages/message.ts'

const waiting = (over: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 'd',
  endpoint_id: 'e',
  organization_id: 'o',
  event_type: 'webhook.test',
  delivery_id: 'm',
  status: 'pending',
  attempts: 1,
  last_status_code: null,
  last_error: null,
  next_retry_at: null,
  created_at: '2026-01-01T00:00:00Z',
  delivered_at: null,
  ...over,
})

describe('the reason of a failed delivery', () => {
  it('is the stored message', () => {
    const { message: last_error, text } = saidOf(message('webhook.no_reply', { seconds: 10 }))
    const failed = waiting({ last_error, ...(text && { text }) })
    expect(deliveryFailure(failed)).toBe('The receiver did not respond within 10 s')
  })

  it('is the stored English where the server gives no message', () => {
    expect(deliveryFailure(waiting({ last_error: 'connect ECONNREFUSED' }))).toBe('connect ECONNREFUSED')
  })

  it('is the status of a reply, and nothing after a delivery', () => {
    expect(
      deliveryFailure(waiting({ last_status_code: 503, last_error: 'The receiver responded with status 503' })),
    ).toContain('503')
    expect(deliveryFailure(waiting({ status: 'delivered', last_status_code: 200 }))).toBeNull()
    expect(deliveryFailure(waiting({ attempts: 0 }))).toBeNull()
  })
})

describe('the reason of a disabled endpoint', () => {
  const failed = message('webhook.disabled', { failures: 21, error: message('webhook.refused', { status: 404 }) })
  const { message: disabled_reason, text } = saidOf(failed)
  const disabled = { enabled: false, disabled_reason, ...(text && { text }) } as WebhookEndpoint

  it('is the stored message', () => {
    expect(disabledReason(disabled)).toBe(
      '21 attempts in a row failed; the last one: The receiver responded with status 404',
    )
  })

  it('is absent for one that is enabled, or that a person disabled', () => {
    expect(disabledReason({ ...disabled, enabled: true })).toBeNull()
    expect(disabledReason({ ...disabled, disabled_reason: null })).toBeNull()
  })
})
