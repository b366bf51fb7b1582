/** Addresses of databases: postgres://user:password@host:port/database?sslmode=… */
import { message } from '../../../shared/messages/message.ts'
import { StartFailure } from '../../machine/start-failure.ts'

/** The address without password and options, for messages. @throws StartFailure for another address */
export function addressOf(url: string): string {
  // A parse failure of the URL class contains the password.
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.protocol !== 'postgres:' && parsed?.protocol !== 'postgresql:') {
    throw new StartFailure(message('host.database_url'))
  }
  const user = parsed.username === '' ? '' : `${parsed.username}@`
  const host = parsed.host || parsed.searchParams.get('host') || 'localhost'
  return `postgres://${user}${host}${parsed.pathname}`
}
