/** A person who uses the Studio of a server in a browser. */
import { type Static, Type } from 'typebox'
import { MEMBER_ROLES } from '../api/organizations.ts'

export const Account = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  organization: Type.String(),
  role: Type.Enum([...MEMBER_ROLES]),
  is_operator: Type.Boolean({ description: 'An operator of the installation' }),
  url: Type.String({ description: 'The page on which the person signs out and ends other sessions' }),
})
export type Account = Static<typeof Account>

/** A signed-in person, as the server knows them. */
export interface Visitor {
  /** The session's id. */
  id: string
  userId: string
  organizationId: string
  account: Account
  /** The header Cookie of calls in the name of the session. */
  cookie: string
}
