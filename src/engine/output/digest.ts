import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { RunImage } from '../../shared/engine-contract/job.ts'

/** Hex SHA-256 of a file, read in parts; `onPart` is called for each. */
export async function fileDigest(path: string, onPart?: () => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(part as Buffer)
    onPart?.()
  }
  return hash.digest('hex')
}

/** Hex SHA-256 of the names and digests of images in their order; an unreadable image counts by its name. */
export async function imagesDigest(images: readonly RunImage[], onPart?: () => void): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, path } of images) {
    const digest = await fileDigest(path, onPart).catch(() => null)
    hash.update(`${JSON.stringify([name, digest])}\n`)
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

/** A UUID that is the same for the same parts, of the form of version 8 (RFC 9562). */
export function derivedId(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
