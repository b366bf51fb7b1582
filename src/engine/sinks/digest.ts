import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Hex SHA-256 of a file, read in parts; `onPart` is called for each. */
export async function fileDigest(path: string, onPart?: () => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(part as Buffer)
    onPart?.()
  }
  return hash.digest('hex')
}

/** Hex SHA-256 of a JSON value that does not depend on the order of its keys. */
export const valueDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, sortedKeys)).digest('hex')

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
    : value
