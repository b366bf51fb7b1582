/** The user's servers: names and addresses in a JSON file, keys in the store of secrets; and the test of a server. */
import { randomUUID } from 'node:crypto'
import { createClient } from '../client/client.ts'
import { deviceAuthorizations } from '../shared/api/device-authorizations.ts'
import { API_PREFIX, type Role, roleAtLeast, templateOf } from '../shared/api/endpoint.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { type Server, type ServerCheck, type ServerEdit, Servers } from '../shared/bridge/servers.ts'
import { type Message, message, type Sayable, saidOf } from '../shared/messages/message.ts'
import { createJsonFile, type SecretStore } from './host-files.ts'
import type { PlatformAddress } from './platform-supervisor.ts'

export interface ServerStore {
  list(): Promise<Servers>
  /** Adds or changes a server. `how`: the origin of a new key. @throws BridgeFailure invalid_field, not_found, signed_out */
  save(edit: ServerEdit, how?: 'entered' | 'signed_in'): Promise<Server>
  /** Deletes a server with its key. @throws BridgeFailure not_found, or wrong_state for the active one */
  delete(id: string): Promise<void>
  /** Null selects the embedded platform. @throws BridgeFailure not_found */
  activate(id: string | null): Promise<void>
  /** The address and key of a form: the stored key where the form has none. @throws BridgeFailure invalid_field */
  addressOf(edit: Omit<ServerEdit, 'name'>): Promise<PlatformAddress>
  /** The stored address and key; the same object until they change. @throws BridgeFailure not_found, invalid_field, signed_out */
  stored(id: string): Promise<PlatformAddress>
}

const NONE: Servers = { active: null, servers: [] }

const invalid = (code: 'server.name' | 'server.address' | 'server.key') =>
  new BridgeFailure({ code: 'invalid_field', message: message(code) })

const signedOut = () => new BridgeFailure({ code: 'signed_out', message: message('server.signed_out') })

const missing = () => new BridgeFailure({ code: 'not_found', message: message('server.missing') })

export const secretOf = (id: string): string => `server-key-${id}`

/** The name that was typed. @throws BridgeFailure invalid_field for a blank one */
export function nameOf(typed: string): string {
  const name = typed.trim()
  if (name === '') throw invalid('server.name')
  return name
}

/** The origin that was typed: `https://` unless it has a scheme, `http://` for this computer. */
export function originOf(typed: string): string {
  const text = typed.trim()
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(text)
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${local ? 'http' : 'https'}://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (!isOrigin || url.username || url.password) throw invalid('server.address')
  return url.origin
}

export function createServers(path: string, secrets: SecretStore): ServerStore {
  const file = createJsonFile(path, Servers, { indent: 2 })

  /** `kept`: the server whose stored key may be used. */
  async function keyOf(kept: Server | undefined, given: string | null): Promise<string> {
    const key = given?.trim() || (kept ? await secrets.get(secretOf(kept.id)) : null)
    if (!key && kept?.signed_in) throw signedOut()
    // A header can't hold other characters.
    if (!key || !/^[\x21-\x7e]+$/.test(key)) throw invalid('server.key')
    return key
  }

  /** Read once, because every request of a frame needs them. */
  const addresses = new Map<string, PlatformAddress>()

  const list = async () => (await file.read()) ?? NONE

  return {
    list,
    async save({ id, name, address, api_key }, how = 'entered') {
      const server: Server = { id: id ?? randomUUID(), name: nameOf(name), address: originOf(address) }
      await file.inTurn(async ({ read, put }) => {
        const all = (await read()) ?? NONE
        const before = all.servers.find((s) => s.id === id)
        if (id !== null && !before) throw missing()
        // A key is never sent to an address that it was not entered for.
        const key = await keyOf(before?.address === server.address ? before : undefined, api_key)
        if (api_key?.trim() ? how === 'signed_in' : before?.signed_in) server.signed_in = true
        await secrets.set(secretOf(server.id), key)
        const servers = before ? all.servers.map((s) => (s.id === id ? server : s)) : [...all.servers, server]
        await put({ ...all, servers })
        addresses.delete(server.id)
      })
      return server
    },
    delete: (id) =>
      file.inTurn(async ({ read, put }) => {
        const all = (await read()) ?? NONE
        if (all.active === id) throw new BridgeFailure({ code: 'wrong_state', message: message('server.in_use') })
        if (!all.servers.some((s) => s.id === id)) throw missing()
        await put({ ...all, servers: all.servers.filter((s) => s.id !== id) })
        addresses.delete(id)
        await secrets.delete(secretOf(id))
      }),
    activate: (id) =>
      file.inTurn(async ({ read, put }) => {
        const all = (await read()) ?? NONE
        if (id !== null && !all.servers.some((s) => s.id === id)) throw missing()
        await put({ ...all, active: id })
      }),
    async addressOf({ id, address, api_key }) {
      const baseUrl = originOf(address)
      const known = id === null ? undefined : (await list()).servers.find((s) => s.id === id)
      return { baseUrl, apiKey: await keyOf(known?.address === baseUrl ? known : undefined, api_key) }
    },
    async stored(id) {
      const known = addresses.get(id)
      if (known) return known
      const server = (await list()).servers.find((s) => s.id === id)
      if (!server) throw missing()
      const address = { baseUrl: server.address, apiKey: await keyOf(server, null) }
      addresses.set(id, address)
      return address
    },
  }
}

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

interface FoundServer {
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

/**
 * Tests a server: its address, certificate and kind first, then the key. Never rejects: every failure is a problem of
 * the result. `version` is that of this app.
 */
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
