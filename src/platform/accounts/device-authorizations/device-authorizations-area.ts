/** Apps that people sign in by a page of the server. */
import type { Visitor } from '../../../shared/bridge/visitor.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { Keys } from '../keys/keys.ts'
import type { Attempts } from '../passwords/attempts.ts'
import { CONNECT_PATH, connectPage } from './connect-page.ts'
import { createDeviceAuthorizations, type DeviceAuthorizations } from './device-authorizations.ts'
import { createOwnKeys } from './own-keys.ts'

export interface DeviceAuthorizationsArea extends Area {
  handlers: Pick<Handlers, 'deviceAuthorizations'>
}

export interface DeviceAuthorizationsNeeds {
  keys: Keys
  attempts: Attempts
  publicUrl: string | undefined
  /** The person whose session the Cookie header names; null without one. */
  visitorOf(cookie: string | undefined): Promise<Visitor | null>
}

export function createDeviceAuthorizationsArea(
  { db, now }: PlatformServices,
  { keys, attempts, publicUrl, visitorOf }: DeviceAuthorizationsNeeds,
): DeviceAuthorizationsArea {
  const authorizations = createDeviceAuthorizations({ db, keys, now })
  const ownKeys = createOwnKeys(db, keys, now)
  return {
    handlers: { deviceAuthorizations: handlersOf(authorizations) },
    pages: [connectPage({ authorizations, keys: ownKeys, attempts, publicUrl, visitorOf })],
  }
}

const handlersOf = (authorizations: DeviceAuthorizations): GroupHandlers<'deviceAuthorizations'> => ({
  create: ({ body, address, origin }) => authorizations.create(body, address, `${origin}${CONNECT_PATH}`),
  token: ({ body }) => authorizations.token(body.device_code),
})
