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

/** The platform that the host uses at present. */
export const ServerState = Type.Object({
  server: nullable(Server),
  check: nullable(ServerCheck),
})
export type ServerState = Static<typeof ServerState>
