/** People who sign in: their sessions, and the pages for them. */

import type { Visitor } from '../../../shared/bridge/visitor.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { VerifySecret } from '../../http/auth.ts'
import { sessionPair, sessionTokenOf } from '../../http/session-cookie.ts'
import { createFailures } from '../audit/failures.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { createFirstOwner, FIRST_OWNER_PATH } from './first-owner.ts'
import { createIdentities } from './identities.ts'
import type { OpenIdSignIn } from './openid-pages.ts'
import { createOpenIdProvider, type OpenIdOptions } from './openid-provider.ts'
import { createTransactions } from './openid-transaction.ts'
import { ACCOUNT_PATH, createCodeStep } from './page-parts.ts'
import { createPendingSignIns } from './pending-sign-ins.ts'
import { createSecondFactors } from './second-factor.ts'
import { createSecondFactorPage } from './second-factor-page.ts'
import { createSessions } from './sessions.ts'
import { createSignInLinks } from './sign-in-link.ts'
import { signInPages } from './sign-in-pages.ts'

export interface SignInArea extends Area {
  handlers: Record<never, never>
  verifySession: VerifySecret
  /** The person whose session the Cookie header names; null without one. */
  visitorOf(cookie: string | undefined): Promise<Visitor | null>
  /** A one-time link, after which earlier ones are not valid; null when there is a user already. */
  firstOwnerLink(): Promise<string | null>
  /** True while the link for the first owner is valid. */
  isFirstOwnerLink(link: string): Promise<boolean>
}

export interface SignInAreaOptions {
  passwords: Passwords
  publicUrl: string | undefined
  hasStudio: boolean
  /** The provider that people can sign in with; none when omitted. */
  openId: OpenIdOptions | undefined
}

export function createSignInArea(services: PlatformServices, options: SignInAreaOptions): SignInArea {
  const { db, secrets, origin, now, log } = services
  const { passwords, publicUrl, hasStudio } = options
  const sessions = createSessions(db, now, log)
  const failures = createFailures(db, now, log)
  const firstOwner = createFirstOwner({ db, passwords, now })
  const secondFactors = createSecondFactors(db, secrets, now)
  const pending = createPendingSignIns(db, now)
  const issuer = () => `Sightline ${new URL(publicUrl ?? origin()).hostname}`
  const codeStep = createCodeStep({ sessions, secondFactors, pending, passwords, failures, publicUrl, hasStudio })
  const secondFactorPage = createSecondFactorPage({
    sessions,
    secondFactors,
    passwords,
    failures,
    publicUrl,
    issuer,
    now,
  })
  return {
    handlers: {},
    pages: signInPages({
      sessions,
      passwords,
      failures,
      firstOwner,
      publicUrl,
      hasStudio,
      origin,
      now,
      log,
      codeStep,
      secondFactorPage,
      links: createSignInLinks(db, now),
      openId: options.openId ? openIdSignIn(services, options.openId, publicUrl) : null,
    }),
    verifySession: sessions.verify,
    async visitorOf(cookie) {
      const token = sessionTokenOf(cookie, publicUrl)
      const session = await sessions.open(token)
      if (token === null || session === null) return null
      const { id, userId, organizationId, fullName: name, email, organization, role, isOperator } = session
      const account = { user_id: userId, name, email, organization, role, is_operator: isOperator, url: ACCOUNT_PATH }
      return { id, userId, organizationId, account, cookie: sessionPair(token, publicUrl) }
    },
    async firstOwnerLink() {
      const token = await firstOwner.token()
      return token === null ? null : origin() + FIRST_OWNER_PATH.replace('{token}', token)
    },
    isFirstOwnerLink: (link) => firstOwner.isValid(link.slice(link.lastIndexOf('/') + 1)),
  }
}

function openIdSignIn(
  { db, secret, now }: PlatformServices,
  options: OpenIdOptions,
  publicUrl: string | undefined,
): OpenIdSignIn {
  const provider = createOpenIdProvider(options)
  return {
    provider,
    identities: createIdentities(db, provider.issuer, now),
    transactions: createTransactions({ db, secret, publicUrl, now }),
  }
}
