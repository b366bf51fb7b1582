import type { GroupHandlers } from '../http/handler.ts'
import type { Storage } from './storage.ts'

export const storageHandlers = (storage: Storage): GroupHandlers<'storage'> => ({
  get: () => storage.use(),
  clear: ({ body }) => storage.clear(body.kind),
})
