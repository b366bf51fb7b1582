/** One attempt at a delivery. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { publicLookup, whyNotPublic } from './public-url.ts'
import { signatureOf } from './signature.ts'

export interface Sending {
  url: string
  deliveryId: string
  eventType: string
  /** JSON, sent as it is. */
  body: string
  /** The newest first. */
  secrets: readonly string[]
  at: Date
}

export interface Sent {
  /** Null when no answer came. */
  statusCode: number | null
  /** Null when the receiver took it (2xx). */
  error: string | null
}

export type Send = (sending: Sending) => Promise<Sent>

/** A receiver that takes longer is treated as failing. */
const ANSWER_WITHIN_MS = 10_000

/** `allowPrivate`: also call addresses that are not public, and plain HTTP. Never rejects; redirects are not followed. */
export const createSend =
  ({ allowPrivate }: { allowPrivate: boolean }): Send =>
  async ({ url, deliveryId, eventType, body, secrets, at }) => {
    const refusal = allowPrivate ? null : whyNotPublic(url)
    if (refusal) return { statusCode: null, error: refusal }
    const unixS = Math.floor(at.getTime() / 1000)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Sightline',
      'x-service-signature': signatureOf(secrets, unixS, body),
      'x-service-delivery-id': deliveryId,
      'x-service-event-type': eventType,
      'x-service-timestamp': String(unixS),
    }
    return new Promise((resolve) => {
      const request = url.startsWith('https:') ? httpsRequest : httpRequest
      const options = {
        method: 'POST',
        headers,
        agent: false as const,
        ...(allowPrivate ? {} : { lookup: publicLookup }),
      }
      const call = request(url, options, (response) => {
        response.resume()
        const { statusCode = 0 } = response
        const taken = statusCode >= 200 && statusCode < 300
        end({ statusCode, error: taken ? null : `answered ${statusCode}` })
      })
      const timer = setTimeout(() => {
        end({ statusCode: null, error: `no answer within ${ANSWER_WITHIN_MS / 1000} s` })
        call.destroy()
      }, ANSWER_WITHIN_MS)
      const end = (sent: Sent) => {
        clearTimeout(timer)
        resolve(sent)
      }
      call.on('error', (error) => end({ statusCode: null, error: error.message || 'the connection failed' }))
      call.end(body)
    })
  }
