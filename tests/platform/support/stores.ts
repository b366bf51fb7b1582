/** The stores of platforms under test: the data folder, or a prefix of a bucket in the pass on the engines of a cluster. */
import { basename } from 'node:path'

/** The address of a bucket for all platforms; undefined outside of that pass. */
const bucket = process.env.SIGHTLINE_TEST_STORE

/** True when the data folders hold only copies of the files. */
export const isInBucket = bucket !== undefined

/** `store` of the platform's options, for a platform on this data folder. */
export function storeFor(dataDir: string): { store?: string } {
  if (bucket === undefined) return {}
  const url = new URL(bucket)
  url.pathname = `/${basename(dataDir)}`
  return { store: url.href }
}
