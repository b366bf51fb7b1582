/** The platform of the same server, in the name of a person's session: roles and the end of the session apply as they are. */
import { createClient } from '../../client/client.ts'
import { ConnectionError } from '../../client/errors.ts'
import { message } from '../../shared/messages/message.ts'
import type { Platform } from '../platform.ts'

/** @param origin address at which this server reaches itself */
export function createSessionPlatform(origin: () => string, cookie: string): Platform {
  /** Addresses in replies are those of callers outside, such as a proxy's: only their path counts here. */
  const call = (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const headers = new Headers(init.headers)
    headers.delete('x-api-key')
    headers.set('cookie', cookie)
    headers.set('origin', origin())
    return fetch(`${origin()}${pathname}${search}`, { ...init, headers, redirect: 'error' })
  }
  const client = createClient({
    baseUrl: 'http://server.invalid',
    apiKey: '',
    fetch: (url, init = {}) => call(String(url), init),
  })
  return {
    use: (work) => work(client),
    file: (path, init) =>
      call(`${origin()}${path}`, init).catch((error) => {
        if (init.signal?.aborted) throw error
        throw new ConnectionError('unreachable', message('host.platform_silent'), { cause: error })
      }),
  }
}
