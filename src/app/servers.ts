/** The user's servers: names and addresses in a JSON file, keys in the store of secrets. */
import { randomUUID } from 'node:crypto'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { type Server, type ServerEdit, Servers } from '../shared/bridge/servers.ts'
import { message } from '../shared/messages/message.ts'
import { createJsonFile } from './json-file.ts'
import type { PlatformAddress } from './platform-supervisor.ts'
import type { SecretStore } from './secret-store.ts'

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
