/**
 * A person signs an app in to the server in a browser, whatever the sign-in there is (as RFC 8628): the app displays a
 * code, the person approves it on a page of the server, and the app receives a key of that person.
 */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { CreatedApiKey } from './api-keys.ts'
import { defineEndpoint } from './endpoint.ts'

/** The key is named after both: “Sightline on WORKSHOP-PC”, at most 100 characters. */
export const MAX_APP_NAME = 40
export const MAX_COMPUTER_NAME = 56

export const DeviceAuthorizationCreate = Type.Object(
  {
    app: Type.String({ minLength: 1, maxLength: MAX_APP_NAME, description: 'Name of the app, for the person' }),
    computer: Type.String({
      minLength: 1,
      maxLength: MAX_COMPUTER_NAME,
      description: 'Name of the computer or device, for the person',
    }),
  },
  { $id: 'DeviceAuthorizationCreate', additionalProperties: false },
)
export type DeviceAuthorizationCreate = Static<typeof DeviceAuthorizationCreate>

export const DeviceAuthorization = Type.Object(
  {
    device_code: Type.String({ description: 'The secret of the app; no other call returns it' }),
    user_code: Type.String({ description: 'Displayed by the app and compared by the person, as BCDF-GHJK' }),
    verification_url: Type.String({ description: 'The page on which a person types the code' }),
    verification_url_complete: Type.String({ description: 'The same page, with the code' }),
    expires_in: Type.Integer({ description: 'Seconds' }),
    interval: Type.Integer({ description: 'Seconds to wait between two calls for the token, at least' }),
  },
  { $id: 'DeviceAuthorization' },
)
export type DeviceAuthorization = Static<typeof DeviceAuthorization>

export const DEVICE_TOKEN_STATUSES = ['pending', 'slow_down', 'approved', 'denied', 'expired'] as const

export const DeviceToken = Type.Object(
  {
    status: Type.Enum([...DEVICE_TOKEN_STATUSES], {
      description: 'slow_down: the last call was less than the interval ago; wait five seconds more from now on',
    }),
    key: nullable(CreatedApiKey),
  },
  { $id: 'DeviceToken' },
)
export type DeviceToken = Static<typeof DeviceToken>

export const deviceAuthorizations = {
  create: defineEndpoint({
    method: 'POST',
    path: '/device-authorizations',
    credential: 'none',
    summary: 'Ask for the key of a person, who approves it in a browser within ten minutes',
    body: DeviceAuthorizationCreate,
    reply: { as: 'json', schema: DeviceAuthorization, status: 201 },
    errors: ['rate_limited'],
    secretReply: true,
    idempotent: false,
  }),
  token: defineEndpoint({
    method: 'POST',
    path: '/device-authorizations/token',
    credential: 'none',
    summary: 'Fetch the key once the person has approved; one call gets it',
    body: Type.Object(
      { device_code: Type.String({ minLength: 1, maxLength: 200 }) },
      { $id: 'DeviceTokenQuery', additionalProperties: false },
    ),
    reply: { as: 'json', schema: DeviceToken },
    errors: ['not_found'],
    secretReply: true,
    idempotent: false,
  }),
} as const
