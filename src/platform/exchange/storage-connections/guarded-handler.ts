/** The connections of a bucket's client: to the addresses that may be called, with bounded replies. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Readable, Transform } from 'node:stream'
import type { NodeHttpHandler } from '@smithy/node-http-handler'
import { message } from '../../../shared/messages/message.ts'
import { publicLookup } from '../../work/webhooks/public-url.ts'
import { BucketFailure } from './bucket-failure.ts'

export interface GuardedHandlerOptions {
  /** Also connects to addresses that are not public. */
  allowPrivate: boolean
  /** Bytes of a reply that is not an object: a page of a listing, or an error. */
  maxReplyBytes: number
  connectWithinMs: number
  /** Between two parts of a reply, and before its start. */
  silentForMs: number
}

const MAX_SOCKETS = 8

/** The lookup of the agents makes each connection go to the address that was checked. */
export async function createGuardedHandler(options: GuardedHandlerOptions): Promise<NodeHttpHandler> {
  const http = await import('@smithy/node-http-handler')
  const { allowPrivate, connectWithinMs, silentForMs } = options
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS, ...(allowPrivate ? {} : { lookup: publicLookup }) }
  const inner = new http.NodeHttpHandler({
    httpAgent: new HttpAgent(agent),
    httpsAgent: new HttpsAgent(agent),
    connectionTimeout: connectWithinMs,
    requestTimeout: silentForMs,
    throwOnRequestTimeout: true,
    socketTimeout: silentForMs,
  })
  const handle = inner.handle.bind(inner)
  inner.handle = async (request, callOptions) => {
    const reply = await handle(request, callOptions)
    const isObject = reply.response.statusCode < 300 && request.query?.['x-id'] === 'GetObject'
    if (!isObject) reply.response.body = bounded(reply.response.body, options.maxReplyBytes, tooLong)
    return reply
  }
  return inner
}

const tooLong = () => new BucketFailure(message('storage_connection.not_a_store'), 'settings')

/** Ends with the failure after more than `maxBytes`. */
export function bounded(bytes: Readable, maxBytes: number, failure: () => BucketFailure): Readable {
  let size = 0
  const limit = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length
      if (size <= maxBytes) done(null, part)
      else done(failure())
    },
  })
  bytes.on('error', (error) => limit.destroy(error))
  limit.on('close', () => bytes.destroy())
  return bytes.pipe(limit)
}
