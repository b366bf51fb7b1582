/** API keys, as callers manage them. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { Organizations } from '../organizations/organizations.ts'
import { type ApiKeys, createApiKeys, createFirstKey, type FirstKey } from './api-keys.ts'
import { createKeys, type Keys } from './keys.ts'

export interface KeyArea extends Area {
  keys: Keys
  firstKey: FirstKey
  handlers: Pick<Handlers, 'apiKeys'>
}

export function createKeyArea(
  { db, secrets, now }: PlatformServices,
  needs: { organizations: Organizations },
): KeyArea {
  const keys = createKeys(db, now, secrets)
  return {
    keys,
    firstKey: createFirstKey({ db, keys, now }),
    handlers: { apiKeys: keyHandlers(createApiKeys({ db, secrets, now, keys, ...needs })) },
  }
}

const keyHandlers = (keys: ApiKeys): GroupHandlers<'apiKeys'> => ({
  list: ({ caller, query }) => keys.list(caller, query.organization),
  create: ({ caller, body }) => keys.create(caller, body),
  get: ({ caller, params }) => keys.get(caller, params.key_id),
  update: ({ caller, params, body }) => keys.update(caller, params.key_id, body),
  deleteOwn: ({ caller }) => keys.deleteOwn(caller),
  reveal: ({ caller, params }) => keys.reveal(caller, params.key_id),
  delete: ({ caller, params }) => keys.delete(caller, params.key_id),
})
