/**
 * The signature of an update: the feed of a release names the files with their hashes, and who can write the feed could have
 * any file installed. Linux and unsigned builds for Windows have no other check. `tools/dist/sign-feeds.mjs` signs.
 */
import { createPublicKey, verify } from 'node:crypto'

/** What electron-updater reads from a feed, with the field that is ours. */
export interface Feed {
  version: string
  files: readonly { url: string; sha512: string }[]
  signature?: unknown
}

/** What is signed: the version, and the files in their order. */
const signedText = ({ version, files }: Feed): string =>
  JSON.stringify({ version, files: files.map(({ url, sha512 }) => ({ url, sha512 })) })

/** @param key an Ed25519 public key (RFC 8410), as base64 of its DER form */
export function isSigned(feed: Feed, key: string): boolean {
  const { signature } = feed
  if (typeof signature !== 'string' || feed.files.length === 0) return false
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(signedText(feed)), publicKey, Buffer.from(signature, 'base64'))
}
