/** A bucket as imports and the browser of its folders read it. */
import type { Readable } from 'node:stream'
import type { BucketAddress } from './providers.ts'

export interface BucketCredentials {
  access_key_id: string
  secret_access_key: string
}

export interface BucketObject {
  key: string
  /** Bytes. */
  size: number
  etag: string | null
}

export interface ListRequest {
  prefix: string
  /** True for one folder, with the folders in it; false for everything below it. */
  isOneFolder: boolean
  token?: string | undefined
  /** Most objects and folders of one page. */
  limit: number
}

export interface Listing {
  /** Prefixes of the folders in the listed one. */
  folders: string[]
  objects: BucketObject[]
  /** Token of the next page. */
  next: string | null
}

export interface OpenObject {
  bytes: Readable
  /** Bytes; null when the server names none. */
  size: number | null
  etag: string | null
}

/** All calls throw BucketFailure. Keys and prefixes must have been checked: they are sent as they are. */
export interface Bucket {
  list(request: ListRequest, signal: AbortSignal): Promise<Listing>
  /** Bytes beyond `maxBytes` are an error of the stream. */
  read(key: string, maxBytes: number, signal: AbortSignal): Promise<OpenObject>
  close(): void
}

export type OpenBucket = (address: BucketAddress, credentials: BucketCredentials) => Promise<Bucket>
