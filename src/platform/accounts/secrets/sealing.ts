/** AES-256-GCM with a random nonce: `sealed:1:` and, in base64, nonce (12 bytes), tag (16) and cipher text. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const PREFIX = 'sealed:1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const isSealed = (text: string): boolean => text.startsWith(PREFIX)

/** `place`: where the result is stored; it can be opened for no other one. */
export function seal(key: Buffer, place: readonly string[], content: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(JSON.stringify(place)))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Null for another key or place, and for a changed text. */
export function unseal(key: Buffer, place: readonly string[], text: string): Buffer | null {
  const bytes = Buffer.from(isSealed(text) ? text.slice(PREFIX.length) : '', 'base64')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(JSON.stringify(place)))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
