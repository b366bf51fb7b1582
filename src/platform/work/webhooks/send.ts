/** One attempt at a delivery. */

import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type Message, message } from '../../../shared/messages/message.ts'
import { connectionFailure, RefusedAddress } from './connection-failure.ts'
import { signatureOf } from './endpoint-secrets.ts'
import { publicLookup, whyNotPublic } from './public-url.ts'

export interface Sending {
  url: string
  deliveryId: string
  eventType: string
  /** JSON, sent unchanged. */
  body: string
  /** The newest first. */
  secrets: readonly string[]
  at: Date
  /** Ends the attempt early. */
  signal?: AbortSignal
}

export interface Sent {
  /** Null when no reply arrived. */
  statusCode: number | null
  /** Null when the receiver accepted it (2xx). */
  failure: Message | null
  /** True when no further attempt can succeed: the receiver is gone (410), or may not be called. */
  isFinal?: true
  /** The wait that the receiver asks for. */
  retryAfterMs?: number
}

export type Send = (sending: Sending) => Promise<Sent>

/** Time limit for the reply to begin; after it the connection ends and the receiver counts as failing. */
const ANSWER_WITHIN_MS = 10_000
/** The body of a reply is not used, so no more of it is read. */
const MAX_ANSWER_BYTES = 64 * 1024

/** `allowPrivate`: also call addresses that are not public, and plain HTTP. Never rejects; redirects are not followed. */
export const createSend =
  ({ allowPrivate, withinMs = ANSWER_WITHIN_MS }: { allowPrivate: boolean; withinMs?: number }): Send =>
  async ({ url, deliveryId, eventType, body, secrets, at, signal }) => {
    const refusal = allowPrivate ? null : whyNotPublic(url)
    if (refusal) return { statusCode: null, failure: refusal, isFinal: true }
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
      let sent: Sent = { statusCode: null, failure: message('webhook.no_reply', { seconds: withinMs / 1000 }) }
      const call = request(url, options, (response) => {
        const { statusCode = 0 } = response
        const taken = statusCode >= 200 && statusCode < 300
        // From here on the status is known, however the body ends.
        sent = { statusCode, failure: null }
        if (!taken) sent = { ...sent, ...refused(statusCode, response.headers['retry-after'], at) }
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > MAX_ANSWER_BYTES) call.destroy()
        })
        response.on('error', () => undefined)
      })
      let isLate = false
      const stop = () => {
        isLate = true
        call.destroy()
      }
      const timer = setTimeout(stop, withinMs)
      signal?.addEventListener('abort', stop)
      call.on('error', (error) => {
        if (sent.statusCode !== null || isLate) return
        sent = { ...sent, failure: connectionFailure(error) }
        if (error instanceof RefusedAddress) sent.isFinal = true
      })
      call.on('close', () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        resolve(sent)
      })
      call.end(body)
    })
  }

const GONE = 410

function refused(status: number, retryAfter: string | undefined, now: Date): Partial<Sent> {
  const retryAfterMs = waitOf(retryAfter, now)
  return {
    failure: message('webhook.refused', { status }),
    ...(status === GONE && { isFinal: true as const }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}

/** The wait of a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). Null without a valid one. */
export function waitOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
