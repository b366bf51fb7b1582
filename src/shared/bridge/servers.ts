/** Servers that the Studio can connect to in place of its embedded platform. */
import { type Static, Type } from 'typebox'
import { ROLES } from '../api/endpoint.ts'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'

export const Server = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    address: Type.String({ maxLength: 2000, description: 'An origin: scheme, host and port' }),
    signed_in: Type.Optional(
      Type.Literal(true, { description: 'Its key is from a sign-in of this app, and is revoked with the connection' }),
    ),
  },
  { additionalProperties: false },
)
export type Server = Static<typeof Server>

export const Servers = Type.Object(
  {
    active: nullable(Type.String({ description: 'Id of a server; null for the embedded platform' })),
    servers: Type.Array(Server),
  },
  { additionalProperties: false },
)
export type Servers = Static<typeof Servers>

/** The fields of a form; an address may be typed without its scheme. */
export const ServerEdit = Type.Object(
  {
    id: nullable(Type.String({ description: 'Null adds a server' })),
    name: Type.String({ maxLength: 100 }),
    address: Type.String({ maxLength: 2000 }),
    api_key: nullable(Type.String({ maxLength: 500, description: 'Null keeps the stored key' })),
  },
  { additionalProperties: false },
)
export type ServerEdit = Static<typeof ServerEdit>

/** A server that a person signs in to. */
export const ServerSignIn = Type.Omit(ServerEdit, ['api_key'], { additionalProperties: false })
export type ServerSignIn = Static<typeof ServerSignIn>

/** The code that a person compares on the page of the server. */
export const ServerCode = Type.Object({
  user_code: Type.String(),
  url: Type.String({ description: 'Address of the page, with the code' }),
  expires_in: Type.Integer({ description: 'Seconds' }),
})
export type ServerCode = Static<typeof ServerCode>

export const ServerId = Type.Object({ id: Type.String() }, { additionalProperties: false })

export const SERVER_PROBLEMS = ['unreachable', 'certificate', 'not_sightline', 'key', 'failed'] as const

export const Said = Type.Object({ message: Type.String(), text: Type.Optional(MessageText) })

/** The result of a test. Without a problem the server can be used, whatever the notes say. */
export const ServerCheck = Type.Object({
  problem: nullable(Type.Object({ code: Type.Enum([...SERVER_PROBLEMS]), ...Said.properties })),
  notes: Type.Array(Said, { description: 'Limits: a role that only reads, another version' }),
  organization: nullable(Type.String()),
  role: nullable(Type.Enum([...ROLES])),
  version: nullable(Type.String()),
})
export type ServerCheck = Static<typeof ServerCheck>

/** First the code; then, once the person has approved, the stored server and its test. */
export const ServerSignInUpdate = Type.Union([
  Type.Object({ state: Type.Literal('waiting'), ...ServerCode.properties }),
  Type.Object({ state: Type.Literal('done'), server: Server, check: ServerCheck }),
])
export type ServerSignInUpdate = Static<typeof ServerSignInUpdate>

export const DeletedServer = Type.Object({
  not_signed_out: nullable(
    Type.Object(Said.properties, { description: 'The reason why the key of a sign-in is still valid on the server' }),
  ),
})
export type DeletedServer = Static<typeof DeletedServer>

/** The platform that the host uses at present. */
export const ServerState = Type.Object({
  server: nullable(Server),
  check: nullable(ServerCheck),
})
export type ServerState = Static<typeof ServerState>
