/** The two codes of an app that waits for its key: a secret of its own, and a short one that a person compares. */
import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Consonants that neither form words nor resemble digits (RFC 8628, 6.1). */
export const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** 256 random bits. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url')

export const newUserCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** The code as it is displayed, with a hyphen in the middle. */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** The code that a person typed, in any case, with or without hyphens; null for any other text. */
export function typedCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null
}
