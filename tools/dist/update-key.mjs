/** `npm run update-key`: prints a new pair of keys for the updates of releases. Keep the private one secret, and a copy of it. */
import { generateKeyPairSync } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/**
 * @param {import('node:crypto').KeyObject} key
 * @param {'spki' | 'pkcs8'} type
 */
const text = (key, type) => key.export({ format: 'der', type }).toString('base64')

console.log(`SIGHTLINE_UPDATE_KEY=${text(publicKey, 'spki')}`)
console.log(`SIGHTLINE_UPDATE_PRIVATE_KEY=${text(privateKey, 'pkcs8')}`)
