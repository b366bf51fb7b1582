/** A person's browser for the pages of a server, whose public address is not that of the test: it keeps cookies. */
import type { Harness } from './harness.ts'

export const PUBLIC_URL = 'https://sightline.test'

export interface PageAnswer {
  status: number
  text: string
  headers: Headers
}

export interface PageBrowser {
  readonly cookies: Map<string, string>
  get(address: string, headers?: Record<string, string>): Promise<PageAnswer>
  post(address: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<PageAnswer>
  /** Status of a call with the session. */
  status(): Promise<number>
}

export function openBrowser(h: Harness): PageBrowser {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function call(address: string, init: RequestInit, headers: Record<string, string>): Promise<PageAnswer> {
    const { pathname, search } = new URL(address, PUBLIC_URL)
    const reply = await fetch(h.baseUrl + pathname + search, {
      ...init,
      redirect: 'manual',
      headers: { cookie: cookie(), 'sec-fetch-site': 'same-origin', ...headers },
    })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: reply.status, text: await reply.text(), headers: reply.headers }
  }
  return {
    cookies,
    get: (address, headers = {}) => call(address, {}, headers),
    post: (address, fields, headers = {}) =>
      call(address, { method: 'POST', body: new URLSearchParams(fields) }, headers),
    async status() {
      return (await h.api('GET', '/organizations/me', { key: null, headers: { cookie: cookie() } })).status
    },
  }
}
