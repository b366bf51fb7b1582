/** The settings of providers: which of them each needs, and where its buckets are. */
import type { StorageConnectionCreate } from '../../../shared/api/storage-connections.ts'
import { PROVIDER_SETTINGS, type StorageProvider } from '../../../shared/domain/storage-provider.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import type { StorageConnectionRow } from '../../db/schema/storage-connections.ts'
import { whyNotPublic } from '../../work/webhooks/public-url.ts'

export type BucketAddress = Pick<StorageConnectionRow, 'provider' | 'bucket' | 'region' | 'endpoint'>

type Request = Pick<StorageConnectionCreate, 'provider' | 'bucket' | 'region' | 'endpoint'>

/** @throws ApiError invalid_field for a setting that is missing, or that the provider does not have */
export function bucketAddress(request: Request, allowPrivate: boolean): BucketAddress {
  const { provider, bucket } = request
  if (bucket.includes('..') || /--[a-z]+-s3$/.test(bucket)) {
    throw invalidField('/bucket', message('storage_connection.bucket_name'))
  }
  return { provider, bucket, region: regionOf(request), endpoint: endpointOf(request, allowPrivate) }
}

function regionOf({ provider, region: given }: Request): string {
  const { region } = PROVIDER_SETTINGS[provider]
  if (region === 'required') {
    if (given) return given
    throw invalidField('/region', message('storage_connection.region_needed', { provider }))
  }
  if (region.only && given && given !== region.byDefault) {
    const { byDefault } = region
    throw invalidField('/region', message('storage_connection.only_region', { provider, region: byDefault }))
  }
  return given ?? region.byDefault
}

function endpointOf({ provider, endpoint: given }: Request, allowPrivate: boolean): string | null {
  const { endpoint } = PROVIDER_SETTINGS[provider]
  if (endpoint === 'derived') {
    if (!given) return null
    throw invalidField('/endpoint', message('storage_connection.endpoint_derived', { provider }))
  }
  if (!given) {
    if (endpoint !== 'required') return endpoint.byDefault
    throw invalidField('/endpoint', message('storage_connection.endpoint_needed', { provider }))
  }
  const problem = whyNotAnEndpoint(given, allowPrivate)
  if (problem) throw invalidField('/endpoint', problem)
  return given.replace(/\/+$/, '')
}

/** The reason why no bucket may be read at an address; null when it may. Host names are looked up at each connection. */
export function whyNotAnEndpoint(endpoint: string, allowPrivate: boolean): Message | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search ||
    url.hash ||
    !/^https?:\/\//i.test(endpoint)
  ) {
    return message('storage_connection.no_web_address')
  }
  if (url.username || url.password) return message('storage_connection.holds_password')
  if (allowPrivate) return null
  if (url.protocol !== 'https:') return message('storage_connection.not_https')
  return whyNotPublic(endpoint) && message('storage_connection.private_network', { host: url.hostname })
}

/** Only this provider has buckets as host names: all others may have a certificate for one host. */
export const hasBucketHosts = (provider: StorageProvider, bucket: string): boolean =>
  provider === 'store_a' && !bucket.includes('.')
