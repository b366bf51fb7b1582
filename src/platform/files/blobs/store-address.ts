/** The address of a store, as an operator writes it: `s3://bucket/prefix?endpoint=https://…&region=…`. */
import { message } from '../../../shared/messages/message.ts'
import { StartFailure } from '../../machine/start-failure.ts'

export interface StoreAddress {
  bucket: string
  /** '' or with a slash at its end. */
  prefix: string
  /** The URL of a store other than Amazon S3; null for Amazon S3. */
  endpoint: string | null
  /** The region of the bucket; null for that in the environment of the AWS SDK. */
  region: string | null
}

const PARAMETERS = ['endpoint', 'region']
/** The form of bucket names at Amazon S3 and compatible stores. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Credentials come from the environment, as the AWS SDK reads it. @throws StartFailure */
export function storeAddressOf(text: string): StoreAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  const endpoint = url?.searchParams.get('endpoint') ?? null
  const isKnown = [...(url?.searchParams.keys() ?? [])].every((name) => PARAMETERS.includes(name))
  const isRight =
    url?.protocol === 's3:' &&
    BUCKET.test(url.host) &&
    url.username === '' &&
    url.hash === '' &&
    isKnown &&
    (endpoint === null || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
  if (!isRight) throw new StartFailure(message('host.store_address'))
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.host,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region'),
  }
}
