/** Loads an image from its address, under the rules of webhooks: public addresses by TLS only, also after a redirect. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { ApiError } from '../../../shared/api/errors.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { connectionFailure } from '../../work/webhooks/connection-failure.ts'
import { publicLookup, whyNotPublic } from '../../work/webhooks/public-url.ts'

export interface ImageUrlOptions {
  /** Also loads from addresses that are not public, and without TLS. */
  allowPrivate: boolean
  maxBytes: number
  withinMs?: number
}

/** @throws ApiError image_unreadable */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<Buffer>

const WITHIN_MS = 15_000
const MOST_REDIRECTS = 3
const MEGABYTE = 1024 * 1024

class Unloadable extends Error {
  constructor(readonly reason: Message) {
    super(reason.code)
  }
}

export function createLoadImage({ allowPrivate, maxBytes, withinMs = WITHIN_MS }: ImageUrlOptions): LoadImage {
  const slow = () => new Unloadable(message('deployment.image_slow', { seconds: withinMs / 1000 }))
  const large = () => new Unloadable(message('deployment.image_large', { megabytes: Math.floor(maxBytes / MEGABYTE) }))

  function respond(url: string, signal: AbortSignal): Promise<IncomingMessage> {
    const refusal = allowPrivate && URL.canParse(url) ? null : whyNotPublic(url)
    if (refusal) return Promise.reject(new Unloadable(refusal))
    const request = url.startsWith('https:') ? httpsRequest : httpRequest
    const headers = { 'user-agent': 'Sightline', accept: 'image/*' }
    const lookup = allowPrivate ? {} : { lookup: publicLookup }
    return new Promise((resolve, reject) => {
      request(url, { headers, agent: false, signal, ...lookup })
        .on('response', resolve)
        .on('error', reject)
        .end()
    })
  }

  async function load(url: string, signal: AbortSignal, redirects: number): Promise<Buffer> {
    const response = await respond(url, signal)
    const { statusCode: status = 0, headers } = response
    const next = headers.location
    if (status >= 300 && status < 400 && next !== undefined && redirects < MOST_REDIRECTS && URL.canParse(next, url)) {
      response.destroy()
      return load(new URL(next, url).href, signal, redirects + 1)
    }
    if (status !== 200) {
      response.destroy()
      throw new Unloadable(message('deployment.image_status', { status }))
    }
    const parts: Buffer[] = []
    let size = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxBytes) throw large()
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  return async (url, signal) => {
    const late = AbortSignal.timeout(withinMs)
    try {
      return await load(url, AbortSignal.any([late, signal]), 0)
    } catch (error) {
      const { reason } = late.aborted ? slow() : error instanceof Unloadable ? error : failed(error)
      throw new ApiError('image_unreadable', message('deployment.image_url', { reason }))
    }
  }
}

const failed = (error: unknown) => ({ reason: connectionFailure(error as NodeJS.ErrnoException) })
