/** Secrets encrypted with a key that the system's key ring keeps. */
import type { SafeStorage } from 'electron'
import type { SecretStore } from '../app/secret-store.ts'

type Cipher = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

const PREFIX = 'safe-storage:'

/**
 * Encrypts what goes into a store. Where the system has no key ring the store is used as it is: files that only
 * their owner may read. A secret that can't be decrypted any more counts as lost.
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
  }
}
