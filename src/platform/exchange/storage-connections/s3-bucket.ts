/** A bucket behind the API of S3. The client is loaded with the first bucket: it takes time and memory. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Readable, Transform } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { NodeHttpHandler } from '@smithy/node-http-handler'
import { message } from '../../../shared/messages/message.ts'
import { publicLookup } from '../../work/webhooks/public-url.ts'
import type { Bucket, OpenBucket } from './bucket.ts'
import { BucketFailure, bucketFailure, tooLarge } from './bucket-failure.ts'
import { type BucketAddress, hasBucketHosts, whyNotAnEndpoint } from './providers.ts'

interface GuardedHandlerOptions {
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
async function createGuardedHandler(options: GuardedHandlerOptions): Promise<NodeHttpHandler> {
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
function bounded(bytes: Readable, maxBytes: number, failure: () => BucketFailure): Readable {
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

export interface S3Options extends Partial<GuardedHandlerOptions> {
  allowPrivate: boolean
  /** The most attempts of each call. 3 when omitted. */
  attempts?: number
}

const DEFAULTS = { maxReplyBytes: 2 * 1024 ** 2, connectWithinMs: 10_000, silentForMs: 20_000 }

export const createOpenBucket =
  ({ attempts = 3, ...options }: S3Options): OpenBucket =>
  async (address, { access_key_id: accessKeyId, secret_access_key: secretAccessKey }) => {
    // The rules may have changed since the connection was stored, and no lookup is made for an address in numbers.
    const refusal = address.endpoint === null ? null : whyNotAnEndpoint(address.endpoint, options.allowPrivate)
    if (refusal) throw new BucketFailure(refusal, 'settings')
    // The version is pinned, so that advice about later ones is of no use to an operator.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      region: address.region,
      ...(address.endpoint !== null && { endpoint: address.endpoint }),
      forcePathStyle: !hasBucketHosts(address.provider, address.bucket),
      credentials: { accessKeyId, secretAccessKey },
      requestHandler: await createGuardedHandler({ ...DEFAULTS, ...options }),
      maxAttempts: attempts,
      // Other stores than the first have no other checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Nothing is taken from the environment or the files of this machine's user.
      retryMode: 'standard',
      defaultsMode: 'legacy',
      ignoreConfiguredEndpointUrls: true,
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      useArnRegion: false,
      disableMultiregionAccessPoints: true,
      disableS3ExpressSessionAuth: true,
      userAgentAppId: 'Sightline',
    })
    return s3Bucket(client, sdk, address)
  }

function s3Bucket(client: S3Client, sdk: typeof import('@aws-sdk/client-s3'), address: BucketAddress): Bucket {
  const Bucket = address.bucket
  const host = address.endpoint === null ? address.region : new URL(address.endpoint).hostname
  const failure = (error: unknown, of: 'bucket' | 'object') => bucketFailure(error, host, of)
  return {
    async list({ prefix, isOneFolder, token, limit }, abortSignal) {
      const command = new sdk.ListObjectsV2Command({
        Bucket,
        Prefix: prefix,
        MaxKeys: limit,
        EncodingType: 'url',
        ...(isOneFolder && { Delimiter: '/' }),
        ...(token !== undefined && { ContinuationToken: token }),
      })
      try {
        const page = await client.send(command, { abortSignal })
        // The client takes a web page for a listing of nothing.
        const { Name, KeyCount, IsTruncated } = page
        if (Name === undefined && KeyCount === undefined && IsTruncated === undefined) {
          throw new BucketFailure(message('storage_connection.not_a_store'), 'settings')
        }
        const text = page.EncodingType === 'url' ? decoded : (key: string) => key
        const next = IsTruncated ? (page.NextContinuationToken ?? null) : null
        return {
          folders: (page.CommonPrefixes ?? []).flatMap((folder) => folder.Prefix ?? []).map(text),
          objects: (page.Contents ?? []).flatMap(({ Key, Size, ETag }) =>
            Key === undefined ? [] : [{ key: text(Key), size: sizeOf(Size), etag: ETag ?? null }],
          ),
          // The same token again would never end.
          next: next === token ? null : next,
        }
      } catch (error) {
        throw failure(error, 'bucket')
      }
    },
    async read(key, maxBytes, abortSignal) {
      try {
        const object = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key }), { abortSignal })
        return {
          bytes: bounded(object.Body as unknown as Readable, maxBytes, () => tooLarge(maxBytes)),
          size: object.ContentLength ?? null,
          etag: object.ETag ?? null,
        }
      } catch (error) {
        throw failure(error, 'object')
      }
    },
    close: () => client.destroy(),
  }
}

/** Decodes a text of a listing with `encoding-type=url`, which is encoded as forms are: a space is a plus sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const sizeOf = (size: number | undefined): number =>
  Number.isSafeInteger(size) && size !== undefined ? Math.max(0, size) : 0
