/** People who sign in: their sessions, and the pages for them. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { VerifySecret } from '../http/auth.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { createFirstOwner, FIRST_OWNER_PATH } from './first-owner.ts'
import { createSessions } from './sessions.ts'
import { signInPages } from './sign-in-pages.ts'

export interface SignInArea extends Area {
  handlers: Record<never, never>
  verifySession: VerifySecret
  /** A one-time link, after which earlier ones are not valid; null when there is a user already. */
  firstOwnerLink(): Promise<string | null>
}

export function createSignInArea(
  { db, origin, now, log }: PlatformServices,
  { passwords, publicUrl }: { passwords: Passwords; publicUrl: string | undefined },
): SignInArea {
  const sessions = createSessions(db, now, log)
  const firstOwner = createFirstOwner(db, passwords, now)
  return {
    handlers: {},
    pages: signInPages({ sessions, passwords, firstOwner, publicUrl }),
    verifySession: sessions.verify,
    async firstOwnerLink() {
      const token = await firstOwner.token()
      return token === null ? null : origin() + FIRST_OWNER_PATH.replace('{token}', token)
    },
  }
}
