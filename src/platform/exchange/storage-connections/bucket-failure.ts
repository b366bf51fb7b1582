/** Reasons for which a bucket or an object could not be read. Texts of the server are not repeated: they can name keys. */
import { type Message, message } from '../../../shared/messages/message.ts'
import { RefusedAddress } from '../../work/webhooks/connection-failure.ts'

/** `object`: other objects may be readable. `passing`: a later attempt may succeed. `settings`: none will. */
export type FailureScope = 'object' | 'passing' | 'settings'

export class BucketFailure extends Error {
  override readonly name = 'BucketFailure'
  constructor(
    readonly reason: Message,
    readonly scope: FailureScope,
  ) {
    super(reason.code)
  }
}

export const tooLarge = (maxBytes: number): BucketFailure =>
  new BucketFailure(
    message('storage_connection.object_large', { megabytes: Math.max(1, Math.floor(maxBytes / 1024 ** 2)) }),
    'object',
  )

interface ServiceError extends NodeJS.ErrnoException {
  $metadata?: { httpStatusCode?: number }
  Code?: string
}

/** Codes of S3 that any call can get. */
const BY_NAME = {
  NoSuchBucket: 'storage_connection.no_bucket',
  InvalidBucketName: 'storage_connection.no_bucket',
  InvalidAccessKeyId: 'storage_connection.unknown_key',
  SignatureDoesNotMatch: 'storage_connection.wrong_secret',
  PermanentRedirect: 'storage_connection.other_region',
  TemporaryRedirect: 'storage_connection.other_region',
  AuthorizationHeaderMalformed: 'storage_connection.other_region',
  IllegalLocationConstraintException: 'storage_connection.other_region',
  RequestTimeTooSkewed: 'storage_connection.wrong_clock',
} as const

const OF_OBJECT = {
  NoSuchKey: 'storage_connection.object_gone',
  NotFound: 'storage_connection.object_gone',
  InvalidObjectState: 'storage_connection.object_archived',
  AccessDenied: 'storage_connection.object_denied',
} as const

const NETWORK = {
  ECONNREFUSED: 'storage_connection.refused',
  ENOTFOUND: 'storage_connection.unknown_host',
  EAI_AGAIN: 'storage_connection.unknown_host',
  ECONNRESET: 'storage_connection.closed',
  EPIPE: 'storage_connection.closed',
  ERR_STREAM_PREMATURE_CLOSE: 'storage_connection.closed',
  ETIMEDOUT: 'storage_connection.slow',
  TimeoutError: 'storage_connection.slow',
  AbortError: 'storage_connection.slow',
  EHOSTUNREACH: 'storage_connection.unreachable',
  ENETUNREACH: 'storage_connection.unreachable',
} as const

const TLS_CODE = /CERT|SSL|TLS|LEAF_SIGNATURE|EPROTO/

/** `host`: for the message about an address inside this network. `of`: what was read. */
export function bucketFailure(error: unknown, host: string, of: 'bucket' | 'object'): BucketFailure {
  if (error instanceof BucketFailure) return error
  const { name, code = '', $metadata } = error as ServiceError
  if (error instanceof RefusedAddress) {
    return new BucketFailure(message('storage_connection.private_network', { host }), 'settings')
  }
  const status = $metadata?.httpStatusCode
  if (of === 'object' && Object.hasOwn(OF_OBJECT, name)) {
    return new BucketFailure(message(OF_OBJECT[name as keyof typeof OF_OBJECT]), 'object')
  }
  if (Object.hasOwn(BY_NAME, name)) return new BucketFailure(message(BY_NAME[name as keyof typeof BY_NAME]), 'settings')
  for (const key of [code, name]) {
    if (Object.hasOwn(NETWORK, key)) {
      return new BucketFailure(message(NETWORK[key as keyof typeof NETWORK]), 'passing')
    }
  }
  if (TLS_CODE.test(code)) return new BucketFailure(message('storage_connection.insecure'), 'settings')
  if (status === undefined) return new BucketFailure(message('storage_connection.connection_failed'), 'passing')
  if (status === 403 || status === 401) {
    const denied = of === 'object' ? 'storage_connection.object_denied' : 'storage_connection.may_not_list'
    return new BucketFailure(message(denied), of === 'object' ? 'object' : 'settings')
  }
  if (status === 301 || status === 307) return new BucketFailure(message('storage_connection.other_region'), 'settings')
  if (status >= 500 || status === 429) {
    return new BucketFailure(message('storage_connection.server_error', { status }), 'passing')
  }
  if (status < 300) return new BucketFailure(message('storage_connection.not_a_store'), 'settings')
  const reason = message('storage_connection.unexpected', { status })
  return new BucketFailure(reason, of === 'object' ? 'object' : 'settings')
}
