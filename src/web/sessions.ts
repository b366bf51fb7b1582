/**
 * The browsers that are signed in to the web host, and the tokens that let them in. Sessions are stored on disk as
 * hashes, so that after a crash an open page can save its work; they end when the host is stopped normally.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import type { SessionInfo, SessionLink } from '../shared/bridge/session.ts'

export const TOKEN_LIFE_MS = 10 * 60_000

export interface EntryTokens {
  /** `onGone` is called once, when the token has been used or has expired. */
  issue(onGone?: () => void): string
  /** True for a valid token, which is used up by this call. */
  redeem(token: string): boolean
  /** Ends every expired token. */
  expire(): void
}

/** Tokens that let a browser in: each is valid for one use, within minutes of being issued. */
export function createEntryTokens({ now }: { now: () => number }): EntryTokens {
  const open = new Map<string, { expiresAt: number; onGone: (() => void) | undefined }>()

  function end(hash: string): boolean {
    const entry = open.get(hash)
    if (!entry) return false
    open.delete(hash)
    entry.onGone?.()
    return entry.expiresAt > now()
  }

  const expire = () => {
    for (const [hash, { expiresAt }] of [...open]) if (expiresAt <= now()) end(hash)
  }

  return {
    issue(onGone) {
      expire()
      const token = randomBytes(24).toString('base64url')
      open.set(hashOf(token), { expiresAt: now() + TOKEN_LIFE_MS, onGone })
      return token
    },
    redeem: (token) => end(hashOf(token)),
    expire,
  }
}

const HOUR_MS = 60 * 60_000
/** An open page counts as use. */
export const IDLE_LIMIT_MS = 12 * HOUR_MS
export const SESSION_LIMIT_MS = 7 * 24 * HOUR_MS
/** Recording every use would write to the disk at every request. */
const NOTE_USE_EVERY_MS = 60_000

const Session = Type.Object({
  hash: Type.String(),
  /** Unix times in milliseconds. */
  started_at: Type.Number(),
  used_at: Type.Number(),
})
type Session = Static<typeof Session>
const Stored = Type.Array(Session)

export interface Sessions {
  /** The id of the live session with this value, which counts as use; null without one. */
  find(value: string): string | null
  /** Counts as use. */
  touch(id: string): void
  /** Starts a session, or restarts the limits of the one with this value; returns the value for the cookie. */
  start(value: string | null): Promise<string>
  endsAt(id: string): number
  /** Number of sessions besides this one. */
  othersThan(id: string): number
  end(id: string): Promise<void>
  /** Returns the number of ended sessions. */
  endOthersThan(id: string): Promise<number>
  endAll(): Promise<void>
  /** Ends every session that has reached a limit. */
  expire(): Promise<void>
  onEnd(listener: (id: string) => void): void
}

export interface SessionsOptions {
  /** Absolute; readable by its owner only. */
  path: string
  now: () => number
  log(line: string): void
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex')

/** Loads the sessions that a killed host left behind; an unreadable file holds none. */
export async function openSessions({ path, now, log }: SessionsOptions): Promise<Sessions> {
  const sessions = new Map((await read(path)).map((session) => [session.hash, session]))
  const listeners: ((id: string) => void)[] = []
  let notedAt = now()
  let writing: Promise<void> = Promise.resolve()

  const isLive = ({ started_at, used_at }: Session): boolean =>
    now() < started_at + SESSION_LIMIT_MS && now() < used_at + IDLE_LIMIT_MS

  /** Writes are serialized; a failing disk only costs the sessions after a crash. */
  function save(): Promise<void> {
    notedAt = now()
    writing = writing
      .then(() =>
        sessions.size === 0
          ? rm(path, { force: true })
          : writeFileAtomic(path, JSON.stringify([...sessions.values()]), { mode: 0o600 }),
      )
      .catch((error) => log(`The sessions could not be saved: ${String(error)}`))
    return writing
  }

  async function endWhere(isOver: (session: Session) => boolean): Promise<number> {
    const over = [...sessions.values()].filter(isOver)
    for (const { hash } of over) sessions.delete(hash)
    for (const { hash } of over) for (const listener of listeners) listener(hash)
    if (over.length > 0) await save()
    return over.length
  }

  function use(session: Session): void {
    session.used_at = now()
    if (Math.abs(now() - notedAt) >= NOTE_USE_EVERY_MS) void save()
  }

  function find(value: string): string | null {
    const session = sessions.get(hashOf(value))
    if (!session || !isLive(session)) return null
    use(session)
    return session.hash
  }

  return {
    find,
    touch(id) {
      const session = sessions.get(id)
      if (session && isLive(session)) use(session)
    },
    async start(before) {
      const known = before !== null && find(before) !== null
      const value = known ? before : randomBytes(32).toString('base64url')
      const hash = hashOf(value)
      sessions.set(hash, { hash, started_at: now(), used_at: now() })
      await save()
      return value
    },
    endsAt: (id) => (sessions.get(id)?.started_at ?? 0) + SESSION_LIMIT_MS,
    othersThan: (id) => [...sessions.values()].filter((session) => session.hash !== id && isLive(session)).length,
    end: (id) => endWhere(({ hash }) => hash === id).then(() => {}),
    endOthersThan: (id) => endWhere(({ hash }) => hash !== id),
    endAll: () => endWhere(() => true).then(() => {}),
    expire: () => endWhere((session) => !isLive(session)).then(() => {}),
    onEnd: (listener) => {
      listeners.push(listener)
    },
  }
}

async function read(path: string): Promise<Session[]> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, 'utf8'))
    return Value.Check(Stored, stored) ? stored : []
  } catch {
    return []
  }
}

interface SessionRoutesOptions {
  sessions: Sessions
  tokens: EntryTokens
}

/** The address that lets a browser in at this origin. */
export const entryAddress = (origin: string, token: string): string => `${origin}/?token=${token}`

const json = (body: SessionInfo | SessionLink | { ended: number }): Response =>
  Response.json(body, { headers: { 'cache-control': 'no-store' } })

/**
 * Handles requests of a signed-in browser about its own session and the others. Null for every path that is not below
 * `path`.
 */
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
