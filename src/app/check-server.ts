/** Tests a server: its address, certificate and kind first, then the key. */
import { createClient } from '../client/client.ts'
import { deviceAuthorizations } from '../shared/api/device-authorizations.ts'
import { API_PREFIX, type Role, roleAtLeast, templateOf } from '../shared/api/endpoint.ts'
import type { ServerCheck } from '../shared/bridge/servers.ts'
import { type Message, message } from '../shared/messages/message.ts'
import { type Sayable, saidOf } from '../shared/messages/said.ts'
import type { PlatformAddress } from './platform-supervisor.ts'

const TIMEOUT_MS = 10_000

type ServerProblem = NonNullable<ServerCheck['problem']>

const EMPTY: ServerCheck = { problem: null, notes: [], organization: null, role: null, version: null }

const problem = (code: ServerProblem['code'], sayable: Sayable) => ({ problem: { code, ...saidOf(sayable) } })

/** Node's codes of certificates that it does not trust, and of servers without TLS. */
const CERTIFICATE = /CERT|SIGNATURE|^ERR_TLS|^(ISSUER|HOSTNAME)_/
const NO_TLS = /^(ERR_SSL|EPROTO)/

function whyUnreachable(address: string, error: unknown): { problem: ServerProblem } {
  const cause = (error as { cause?: { code?: unknown } }).cause
  const code = typeof cause?.code === 'string' ? cause.code : ''
  if (NO_TLS.test(code)) return problem('certificate', message('server.no_tls', { address }))
  if (CERTIFICATE.test(code)) return problem('certificate', message('server.certificate', { address, reason: code }))
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem('unreachable', message('server.no_such_host', { host: new URL(address).hostname }))
  if (code === 'ECONNREFUSED') return problem('unreachable', message('server.refused', { address }))
  return problem('unreachable', message('server.unreachable', { address }))
}

/** Another origin that the server sends to, such as its own with TLS; null without one. */
function redirectOf(baseUrl: string, { status, headers }: Response): string | null {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null || !URL.canParse(location, baseUrl)) return null
  const { origin } = new URL(location, baseUrl)
  return origin === baseUrl || origin === 'null' ? null : origin
}

/** Where a server signs apps in; servers of earlier versions do not. */
const SIGN_IN_PATH = templateOf(deviceAuthorizations.create)

export interface FoundServer {
  version: string
  signsAppsIn: boolean
}

/** Asks for the description of the API, which needs no key. */
export async function findServer(baseUrl: string): Promise<FoundServer | { problem: ServerProblem }> {
  let document: unknown
  try {
    const response = await fetch(`${baseUrl}${API_PREFIX}/openapi.json`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 502) return problem('unreachable', message('server.unreachable', { address: baseUrl }))
    const target = redirectOf(baseUrl, response)
    if (target !== null) return problem('not_sightline', message('server.redirects', { address: baseUrl, target }))
    document = await response.json().catch(() => null)
  } catch (error) {
    return whyUnreachable(baseUrl, error)
  }
  const { info, paths } = (document ?? {}) as { info?: { title?: unknown; version?: unknown }; paths?: object }
  if (info?.title !== 'Sightline' || typeof info.version !== 'string')
    return problem('not_sightline', message('server.not_sightline', { address: baseUrl }))
  return { version: info.version, signsAppsIn: Object.hasOwn(paths ?? {}, SIGN_IN_PATH) }
}

/** Never rejects: every failure is a problem of the result. `version` is that of this app. */
export async function checkServer({ baseUrl, apiKey }: PlatformAddress, version: string): Promise<ServerCheck> {
  const server = await findServer(baseUrl)
  if ('problem' in server) return { ...EMPTY, ...server }
  const found = { version: server.version }
  const client = createClient({ baseUrl, apiKey, retry: { retries: 0 }, timeoutMs: TIMEOUT_MS })
  try {
    const { name } = await client.organizations.me()
    const role = await roleOf(client, apiKey)
    const notes = [...versionNotes(version, server.version), ...roleNotes(role)].map(saidOf)
    return { ...EMPTY, ...found, organization: name, role, notes }
  } catch (error) {
    const { code, text, message: english } = error as { code?: string; message: string; text?: Message }
    const why = { message: english, text }
    if (code === 'unreachable' || code === 'timeout') return { ...EMPTY, ...found, ...problem('unreachable', why) }
    const kind = code === 'invalid_key' || code === 'role_too_low' ? 'key' : 'failed'
    return { ...EMPTY, ...found, ...problem(kind, why) }
  }
}

/** Admins read the keys; the refusal of all others names their role. */
async function roleOf(client: ReturnType<typeof createClient>, apiKey: string): Promise<Role | null> {
  try {
    const keys = await client.apiKeys.list()
    return keys.find(({ key_prefix }) => apiKey.startsWith(key_prefix))?.role ?? 'admin'
  } catch (error) {
    const { code, text } = error as { code?: string; text?: { params: Record<string, unknown> } }
    if (code === 'role_too_low') return (text?.params.role as Role | undefined) ?? null
    throw error
  }
}

const roleNotes = (role: Role | null): Message[] =>
  role !== null && !roleAtLeast(role, 'member') ? [message('server.reads_only', { role })] : []

/** Versions of the same minor version work together. */
function versionNotes(own: string, theirs: string): Message[] {
  const [a, b] = [own, theirs].map((text) =>
    text
      .split('.')
      .slice(0, 2)
      .map((part) => Number.parseInt(part, 10) || 0),
  )
  const difference = (b?.[0] ?? 0) - (a?.[0] ?? 0) || (b?.[1] ?? 0) - (a?.[1] ?? 0)
  if (difference === 0) return []
  return [message(difference < 0 ? 'server.older' : 'server.newer', { own, theirs })]
}

/** Asks without a key, so that it does not count against the limit of calls. */
export const isReachable = (address: string): Promise<boolean> =>
  fetch(`${address}/health`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status < 500
    },
    () => false,
  )
