import type { GroupHandlers } from '../../http/handler.ts'
import type { OrganizationStorage } from './organization-storage.ts'

export const storageHandlers = (storage: OrganizationStorage): GroupHandlers<'storage'> => ({
  get: ({ caller }) => storage.use(caller),
  clear: ({ caller }) => storage.clearUploads(caller),
})
