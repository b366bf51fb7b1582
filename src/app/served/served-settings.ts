/** The settings of a person, whom every server of a cluster knows: the platform keeps them. */
import type { Platform } from '../platform.ts'
import type { SettingsStore } from '../settings.ts'

export const createServedSettings = (platform: Platform): SettingsStore => ({
  get: () => platform.use((client) => client.studioSettings.get({})),
  set: (body) => platform.use((client) => client.studioSettings.update({ body })),
})
