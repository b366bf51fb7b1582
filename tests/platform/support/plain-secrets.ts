import type { Secrets } from '../../../src/platform/secrets/secrets.ts'

/** Stores secrets as they are. */
export const plainSecrets: Secrets = {
  derived: (purpose) => purpose,
  seal: async (_, secret) => secret,
  open: async (_, stored) => stored,
}
