/** The settings of a person in the Studio of a server, which are never shared. Ours. */
import { Settings, SettingsChange } from '../domain/settings.ts'
import { defineEndpoint } from './endpoint.ts'

export const studioSettings = {
  get: defineEndpoint({
    method: 'GET',
    path: '/studio/settings',
    role: 'viewer',
    summary: 'Read the settings of the person in the Studio',
    reply: { as: 'json', schema: Settings },
    errors: ['key_without_user'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/studio/settings',
    role: 'viewer',
    summary: 'Change settings of the person in the Studio: fields one by one, records key by key',
    body: SettingsChange,
    reply: { as: 'json', schema: Settings },
    errors: ['key_without_user'],
    idempotent: true,
  }),
} as const
