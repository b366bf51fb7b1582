import type { Secrets } from '../../../src/platform/http/area/secrets.ts'

/** Stores secrets as they are. */
export const plainSecrets: Secrets = {
  derived: async (_organizationId, purpose) => purpose,
  seal: async (_, secret) => secret,
  open: async (_, stored) => stored,
}
