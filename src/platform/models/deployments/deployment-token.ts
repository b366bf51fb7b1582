/** The tokens of deployments: calls are checked by their hash; an encrypted copy is kept for people who see it again. */
import { createHash, randomBytes } from 'node:crypto'
import { DEPLOYMENT_TOKEN_PREFIX, type RevealedDeploymentToken } from '../../../shared/api/deployments.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import { createKnownKeys } from '../../accounts/keys/known-keys.ts'
import { noteReveal } from '../../accounts/secrets/reveals.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'
import type { PlatformServices } from '../../http/area/area.ts'
import type { SecretPlace } from '../../http/area/secrets.ts'
import type { VerifySecret } from '../../http/auth.ts'
import type { Caller } from '../../machine/identity/caller.ts'

/** Length of the prefix that lists show, so that people can distinguish tokens. */
const SHOWN_LENGTH = DEPLOYMENT_TOKEN_PREFIX.length + 6

type Place = Pick<DeploymentRow, 'id' | 'organization_id'>
type Token = Pick<DeploymentRow, 'token_hash' | 'token_prefix' | 'sealed_token'>

export interface DeploymentTokens {
  create(place: Place): Promise<{ token: string; stored: Token }>
  verify: VerifySecret
  /** Called after a deployment was terminated: the next call reads it. */
  forget(): void
  /** @throws ApiError secret_not_kept, already_revealed */
  reveal(caller: Caller, row: DeploymentRow): Promise<RevealedDeploymentToken>
}

const placeOf = ({ id, organization_id }: Place): SecretPlace => ({
  organizationId: organization_id,
  table: 'deployments',
  column: 'sealed_token',
  row: id,
})

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export function createDeploymentTokens({
  db,
  secrets,
  now,
}: Pick<PlatformServices, 'db' | 'secrets' | 'now'>): DeploymentTokens {
  const ownerOf = compiledQuery(db, ({ hash }: Record<'hash', string>) =>
    db
      .selectFrom('deployments')
      .select(['id', 'organization_id'])
      .where('token_hash', '=', hash)
      .where('status', '!=', 'terminated'),
  )
  const known = createKnownKeys(async (hash) => (await ownerOf({ hash }))[0])

  return {
    async create(place) {
      const token = `${DEPLOYMENT_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
      const sealed_token = await secrets.seal(placeOf(place), token)
      return { token, stored: { token_hash: hashOf(token), token_prefix: token.slice(0, SHOWN_LENGTH), sealed_token } }
    },
    async verify(token) {
      const owner = token.startsWith(DEPLOYMENT_TOKEN_PREFIX) ? await known.get(hashOf(token)) : undefined
      if (!owner) throw new ApiError('invalid_key', message('api.token_unknown'))
      return {
        organizationId: owner.organization_id,
        role: 'viewer',
        via: 'deployment',
        deploymentId: owner.id,
        userId: null,
        keyId: null,
        sessionId: null,
      }
    },
    forget: known.forget,
    async reveal(caller, row) {
      const auth_token = await secrets.open(placeOf(row), row.sealed_token)
      if (auth_token === null) throw new ApiError('secret_not_kept', message('deployment.token_unreadable'))
      const place = `deployments/${row.id}/${row.token_prefix}`
      await noteReveal(db, caller, { kind: 'deployment_token', id: row.id, place }, now())
      return { deployment_id: row.id, auth_token }
    },
  }
}
