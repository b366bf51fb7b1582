/** Secrets encrypted with a key from the system's key ring. */
import type { SafeStorage } from 'electron'
import type { SecretStore } from '../app/host-files.ts'

type Cipher = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

const PREFIX = 'safe-storage:'

/**
 * Encrypts the secrets of a store. On a system without a key ring the store is used unencrypted: files that only their
 * owner may read. A secret that can no longer be decrypted counts as lost.
 */
export function safeSecrets(cipher: Cipher, store: SecretStore): SecretStore {
  return {
    async get(name) {
      const kept = await store.get(name)
      if (!kept?.startsWith(PREFIX)) return kept
      try {
        return (await cipher.decryptStringAsync(Buffer.from(kept.slice(PREFIX.length), 'base64'))).result
      } catch {
        return null
      }
    },
    async set(name, secret) {
      if (!(await cipher.isAsyncEncryptionAvailable())) return store.set(name, secret)
      const encrypted = await cipher.encryptStringAsync(secret)
      return store.set(name, PREFIX + encrypted.toString('base64'))
    },
    delete: (name) => store.delete(name),
  }
}
