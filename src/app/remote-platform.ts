/** The platform of a server. Nobody starts it again or renews its key: failures are returned to the user as they are. */
import { type ApiClient, createClient } from '../client/client.ts'
import { ConnectionError } from '../client/errors.ts'
import { message } from '../shared/messages/message.ts'
import type { Platform } from './platform.ts'
import type { PlatformAddress } from './platform-supervisor.ts'

/**
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
