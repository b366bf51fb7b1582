/** The names by which callers may address a server. */
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { isLoopbackHost } from './auth.ts'

/** Returns whether a Host header names this server. */
export type NamesServer = (host: string | undefined) => boolean

/**
 * A server on loopback only accepts requests that address it as such, or by a name that it was given: a page of another
 * origin whose name was pointed at 127.0.0.1 (DNS rebinding) is rejected. Ports do not count: a proxy may have another one.
 */
export function ownHosts(isOnLoopback: boolean, names: readonly string[]): NamesServer {
  if (!isOnLoopback) return () => true
  const own = new Set(names.map(nameOf))
  return (host = '') => isLoopbackHost(host) || own.has(nameOf(host))
}

const nameOf = (host: string): string =>
  host
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** @throws ApiError malformed_request */
export function requireOwnHost(host: string | undefined, namesServer: NamesServer): void {
  if (!namesServer(host)) throw new ApiError('malformed_request', message('api.other_host'))
}
