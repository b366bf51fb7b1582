/** The one-time link of an invite. */
import { createHash, createHmac } from 'node:crypto'

export const INVITE_PATH = '/invites/{token}'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Made from the installation's secret, which is outside of the database: a copy of the database gives no access. */
export const tokenOf = (secret: string, inviteId: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['invite', inviteId]))
    .digest('base64url')

/** `origin`: scheme, host and port of the server. */
export const linkOf = (origin: string, token: string): string => origin + INVITE_PATH.replace('{token}', token)
