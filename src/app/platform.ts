/** The app's access to a platform: its own, whose client is always the current one, or that of a server. */
import { type ApiClient, createClient } from '../client/client.ts'
import { ConnectionError } from '../client/errors.ts'
import { API_ERRORS } from '../shared/api/errors.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { message } from '../shared/messages/message.ts'
import type { PlatformAddress, PlatformSupervisor } from './platform-supervisor.ts'

export interface Platform {
  /**
   * Calls `work` with a client of the running platform. Repeats it with a new key when the platform rejects the old
   * one, and, if that is safe, on a new platform when the old one has died.
   */
  use<T>(work: (client: ApiClient) => Promise<T>, options?: { safeToRepeat?: boolean }): Promise<T>
  /** Fetches a file of the platform unchanged: status, headers and bytes. `path` begins with `/`. */
  file(path: string, init: RequestInit): Promise<Response>
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

const silent = () => new BridgeFailure({ code: 'unreachable', message: message('host.platform_silent') })

export function createPlatform(supervisor: Pick<PlatformSupervisor, 'address' | 'renewKey'>): Platform {
  let current: { address: PlatformAddress; client: ApiClient } | null = null

  const clientFor = (address: PlatformAddress): ApiClient => {
    if (current?.address !== address) current = { address, client: createClient(address) }
    return current.client
  }

  return {
    async use(work, { safeToRepeat = true } = {}) {
      const address = await supervisor.address()
      try {
        return await work(clientFor(address))
      } catch (error) {
        if (codeOf(error) === 'invalid_key') return work(clientFor(await supervisor.renewKey(address.apiKey)))
        if (codeOf(error) !== 'unreachable') throw error
        const next = safeToRepeat ? await supervisor.address() : address
        if (next === address) throw silent()
        return work(clientFor(next))
      }
    },
    async file(path, init) {
      const get = ({ baseUrl, apiKey }: PlatformAddress) => {
        const headers = new Headers(init.headers)
        headers.set('x-api-key', apiKey)
        return fetch(`${baseUrl}${path}`, { ...init, headers })
      }
      const address = await supervisor.address()
      const response = await get(address).catch((error) => {
        if (init.signal?.aborted) throw error
        throw silent()
      })
      if (response.status !== API_ERRORS.invalid_key.status) return response
      await response.body?.cancel()
      return get(await supervisor.renewKey(address.apiKey))
    },
  }
}

/**
 * The platform of a server. Nobody starts it again or renews its key: failures are returned to the user as they are.
 *
 * @param find returns the same object as long as address and key are the same
 * @param onRejected called when the server does not accept the key
 */
export function createRemotePlatform(find: () => Promise<PlatformAddress>, onRejected: () => void): Platform {
  let current: { address: PlatformAddress; client: ApiClient } | null = null
  return {
    async use(work) {
      const address = await find()
      if (current?.address !== address) current = { address, client: createClient(address) }
      return work(current.client).catch((error) => {
        if (error?.code === 'invalid_key') onRejected()
        throw error
      })
    },
    async file(path, init) {
      const { baseUrl, apiKey } = await find()
      const headers = new Headers(init.headers)
      headers.set('x-api-key', apiKey)
      return fetch(`${baseUrl}${path}`, { ...init, headers, redirect: 'error' }).catch((error) => {
        if (init.signal?.aborted) throw error
        throw new ConnectionError('unreachable', message('api.unreachable', { address: baseUrl }), { cause: error })
      })
    },
  }
}
