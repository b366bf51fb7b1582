export const ACCOUNT: string
export const BUCKET: string

export interface ObjectStoreServer {
  endpoint: string
  /** The address of a prefix of the bucket, as `--store` takes it. */
  url(prefix: string): string
  /** Ends the server; its objects stay. */
  leave(): Promise<void>
  /** Starts it again at the same address. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

export function startObjectStore(): Promise<ObjectStoreServer>
