/** The events of the organization, as a live stream for readers that keep their own position. Ours. */
import { type Static, Type } from 'typebox'
import { defineEndpoint } from './endpoint.ts'

export const OrganizationEvent = Type.Object(
  {
    id: Type.String(),
    position: Type.Integer({ minimum: 1, description: 'From 1, without gaps, in the order of the changes' }),
    type: Type.String(),
    created_at: Type.String(),
    data: Type.Unknown({ description: 'Its fields depend on the type' }),
  },
  { $id: 'OrganizationEvent' },
)
export type OrganizationEvent = Static<typeof OrganizationEvent>

export const EventPage = Type.Object(
  {
    events: Type.Array(OrganizationEvent),
    position: Type.Integer({ minimum: 0, description: 'The value of `after` for the next call' }),
  },
  { $id: 'EventPage' },
)
export type EventPage = Static<typeof EventPage>

export const events = {
  list: defineEndpoint({
    method: 'GET',
    path: '/events/',
    role: 'viewer',
    summary: 'List events after a position, or wait for the next one',
    query: Type.Object(
      {
        after: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'A position; without it only events after this call are returned',
          }),
        ),
        wait: Type.Integer({ minimum: 0, maximum: 30, default: 0, description: 'Seconds to wait for the first event' }),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: EventPage },
    idempotent: true,
  }),
} as const
