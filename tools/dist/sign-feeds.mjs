/**
 * Signs the feeds of a release, by which apps find updates: `latest.yml`, `latest-mac.yml`, `latest-linux.yml`. An app installs
 * no update without a signature by the key that it was built with. `npm run update-key` makes a pair of keys.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

/** @param {string} name */
const isFeed = (name) => /^latest(-\w+)*\.yml$/.test(name)

/**
 * The private key, as base64 of its DER form (PKCS #8, Ed25519).
 * @param {string} text
 */
const privateKeyOf = (text) => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

/**
 * Writes the signature into each feed of the folder; returns their names. @throws Error for keys that are no pair
 * @param {string} folder
 * @param {{ publicKey: string, privateKey: string }} keys
 */
export function signFeeds(folder, { publicKey, privateKey }) {
  const key = privateKeyOf(privateKey)
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  if (own !== publicKey) throw new Error('SIGHTLINE_UPDATE_PRIVATE_KEY is not the key of SIGHTLINE_UPDATE_KEY.')
  const feeds = readdirSync(folder).filter(isFeed)
  for (const name of feeds) {
    const path = join(folder, name)
    const feed = parse(readFileSync(path, 'utf8'))
    /** @type {{ version: string, files: { url: string, sha512: string }[] }} */
    const { version, files } = feed
    const text = JSON.stringify({ version, files: files.map(({ url, sha512 }) => ({ url, sha512 })) })
    writeFileSync(path, stringify({ ...feed, signature: sign(null, Buffer.from(text), key).toString('base64') }))
  }
  return feeds
}
