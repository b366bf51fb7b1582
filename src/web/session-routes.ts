/** The requests of a signed-in browser about its own session and the others. */
import type { SessionInfo, SessionLink } from '../shared/bridge/session.ts'
import { type EntryTokens, TOKEN_LIFE_MS } from './entry-tokens.ts'
import { IDLE_LIMIT_MS, type Sessions } from './sessions.ts'

export interface SessionRoutesOptions {
  sessions: Sessions
  tokens: EntryTokens
}

/** The address that lets a browser in at this origin. */
export const entryAddress = (origin: string, token: string): string => `${origin}/?token=${token}`

const json = (body: SessionInfo | SessionLink | { ended: number }): Response =>
  Response.json(body, { headers: { 'cache-control': 'no-store' } })

/** Null for every path that is not below `path`. */
export async function sessionResponse(
  path: string,
  session: string,
  { sessions, tokens }: SessionRoutesOptions,
  { method, url }: { method: string; url: string },
): Promise<Response | null> {
  const { origin, pathname } = new URL(url)
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return null
  switch (`${method} ${pathname.slice(path.length)}`) {
    case 'GET ':
      return json({
        others: sessions.othersThan(session),
        ends_at: new Date(sessions.endsAt(session)).toISOString(),
        idle_hours: IDLE_LIMIT_MS / 3_600_000,
      })
    case 'DELETE ':
      await sessions.end(session)
      return json({ ended: 1 })
    case 'DELETE /others':
      return json({ ended: await sessions.endOthersThan(session) })
    case 'POST /links':
      return json({ url: entryAddress(origin, tokens.issue()), minutes: TOKEN_LIFE_MS / 60_000 })
    default:
      return new Response('There is no such call.', { status: 404 })
  }
}
