/** The state machine of deliveries under random answers, crashes and pauses. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOf, RETRY_AFTER_MS } from '../../../../src/platform/work/webhooks/deliverer.ts'
import { newDelivery } from '../../../../src/platform/work/webhooks/new-deliveries.ts'
import type { Send, Sent } from '../../../../src/platform/work/webhooks/send.ts'
import { message } from '../../../../src/shared/messages/message.ts'
import { openWebhookDesk } from '../../support/webhook-desk.ts'

const refused = (status: number): Sent => ({ statusCode: status, failure: message('webhook.refused', { status }) })
const ANSWERS: Record<string, Sent> = {
  accepted: { statusCode: 200, failure: null },
  rejected: refused(400),
  overloaded: { ...refused(503), retryAfterMs: 45_000 },
  gone: { ...refused(410), isFinal: true },
  unreachable: { statusCode: null, failure: message('webhook.connection_refused') },
}

const step = fc.oneof(
  fc.record({ queue: fc.integer({ min: 1, max: 4 }), to: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ answer: fc.constantFrom(...Object.keys(ANSWERS)) }),
  fc.record({ wait: fc.integer({ min: 1, max: 8000 }) }),
  fc.record({ back: fc.integer({ min: 1, max: 4000 }) }),
  fc.constant('deliver' as const),
  fc.constant('crash' as const),
)

const DAY_S = 86_400

describe('deliveries', () => {
  it('are each sent until they are accepted or given up, one at a time to an endpoint', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (steps, jitter) => {
          let answer = 'accepted'
          const inFlight = new Set<string>()
          const accepted: string[] = []
          const sentTo = new Map<string, number>()
          const send: Send = async ({ url, deliveryId }) => {
            expect(inFlight.has(url)).toBe(false)
            inFlight.add(url)
            await new Promise((resolve) => setImmediate(resolve))
            inFlight.delete(url)
            sentTo.set(deliveryId, (sentTo.get(deliveryId) ?? 0) + 1)
            if (answer === 'accepted') accepted.push(deliveryId)
            return ANSWERS[answer] as Sent
          }
          const desk = await openWebhookDesk(send, () => jitter)
          const queued: string[] = []
          for (const now of steps) {
            if (now === 'deliver') await desk.deliverer.deliverDue()
            else if (now === 'crash') await desk.restart()
            else if ('answer' in now) answer = now.answer
            else if ('wait' in now) desk.clock += now.wait * 1000
            else if ('back' in now) desk.clock -= now.back * 1000
            else {
              const ids = Array.from({ length: now.queue }, (_, i) => `m${queued.length + i}`)
              queued.push(...ids)
              const made = ids.map((deliveryId) => ({
                deliveryId,
                eventType: 'workflow_run.records' as const,
                body: '{}',
              }))
              // Records are queued twice when a run is resumed.
              for (let i = 0; i < 2; i++) await desk.webhooks.sendTo(desk.organization, `http://to${now.to}/`, made)
            }
          }
          answer = 'accepted'
          for (let i = 0; i < 3; i++) {
            desk.clock += DAY_S * 1000
            await desk.deliverer.deliverDue()
          }
          const rows = await desk.webhooks.deliveries(desk.caller, { limit: 1000, offset: 0 })
          expect(rows.map((row) => row.delivery_id).sort()).toEqual([...queued].sort())
          expect(rows.filter((row) => row.status === 'pending')).toEqual([])
          const delivered = rows.filter((row) => row.status === 'delivered').map((row) => row.delivery_id)
          expect([...accepted].sort()).toEqual(delivered.sort())
          for (const row of rows) {
            expect(row.attempts).toBe(sentTo.get(row.delivery_id))
            expect(row.attempts).toBeLessThanOrEqual(RETRY_AFTER_MS.length + 1)
            if (row.status === 'dead_letter') expect(row.attempts).toBe(RETRY_AFTER_MS.length + 1)
            if (row.status === 'failed') expect(row.last_status_code).toBe(410)
            if (row.status !== 'delivered') expect(row.text).toBeDefined()
          }
          await desk.close()
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the wait before a retry', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const row = newDelivery(
    { id: 'e', organization_id: 'o' },
    { deliveryId: 'd', eventType: 'webhook.test', body: '{}' },
    '',
  )
  const endpoint = { consecutive_failures: 0, failing_since: null } as Parameters<ReturnType<typeof outcomeOf>>[0]

  it('is that of the schedule within a tenth, or the longer one that the receiver asks for', () => {
    const retries = fc.integer({ min: 0, max: RETRY_AFTER_MS.length - 1 })
    const asked = fc.option(fc.integer({ min: 0, max: 2 * DAY_S * 1000 }), { nil: 0 })
    const jitter = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(retries, asked, jitter, (used, retryAfterMs, random) => {
        const outcome = outcomeOf({ ...row, retries: used }, { ...refused(503), retryAfterMs }, now, random)
        const wait = Date.parse(outcome(endpoint).delivery.next_retry_at ?? '') - now.getTime()
        const planned = RETRY_AFTER_MS[used] as number
        expect(wait).toBeGreaterThanOrEqual(Math.max(planned * 0.9, Math.min(retryAfterMs, DAY_S * 1000)) - 1)
        expect(wait).toBeLessThanOrEqual(Math.max(planned * 1.1, Math.min(retryAfterMs, DAY_S * 1000)))
      }),
    )
  })
})
