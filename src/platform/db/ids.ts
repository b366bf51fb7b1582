/** Identifiers: UUID version 7 (RFC 9562), which sort by creation time, even within a millisecond. */
import { createHash, randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0
let drawn = Buffer.alloc(0)
let drawnAt = 0

export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = randomBytes(2).readUInt16BE() & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  const bytes = random16()
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return written(bytes)
}

/** Sixteen bytes that nobody has had before; drawn for many ids at a time, since each call of the system takes longer. */
function random16(): Buffer {
  if (drawnAt === drawn.length) {
    drawn = randomBytes(4096)
    drawnAt = 0
  }
  drawnAt += 16
  return drawn.subarray(drawnAt - 16, drawnAt)
}

/** An id that is the same for the same parts (UUID version 8). */
export function derivedId(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return written(bytes)
}

function written(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)
