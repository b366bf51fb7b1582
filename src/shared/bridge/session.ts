/**
 * The browser's own session, below `session_url` of the host: GET describes it, DELETE ends it, DELETE `/others` ends
 * every other one, POST `/links` creates an address that lets another browser in.
 */
import { type Static, Type } from 'typebox'

export const SessionInfo = Type.Object({
  others: Type.Integer({ description: 'Other browsers that are signed in' }),
  ends_at: Type.String({ description: 'ISO 8601; earlier when the browser stays away for idle_hours' }),
  idle_hours: Type.Number(),
})
export type SessionInfo = Static<typeof SessionInfo>

export const SessionLink = Type.Object({
  url: Type.String({ description: 'Good for one use' }),
  minutes: Type.Number({ description: 'How long the address is good' }),
})
export type SessionLink = Static<typeof SessionLink>
