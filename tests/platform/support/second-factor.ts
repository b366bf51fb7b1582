/** A person with an authenticator app, as a browser and an app of their own use the pages of the server. */
import { TOTP } from 'otpauth'
import type { Harness } from './harness.ts'

export const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

export interface Person {
  /** The cookie of the first session. */
  cookie: string
  post(
    path: string,
    fields: Record<string, string>,
    cookie?: string,
    headers?: Record<string, string>,
  ): Promise<Response>
  page(path: string, cookie?: string): Promise<string>
  /** The password only: the answer leads to the Studio, or to the page for the code. */
  signIn(password?: string): Promise<Response>
  /** Returns the cookie of the sign-in that waits for a code. */
  halfSignedIn(): Promise<string>
  giveCode(pending: string, code: string, headers?: Record<string, string>): Promise<Response>
  /** Status of a call of the API with a cookie. */
  statusOf(cookie: string): Promise<number>
  change(action: string, code: string, password?: string): Promise<Response>
  /** Begins to set two-factor sign-in up. Returns the key, as the page shows it. */
  setUp(): Promise<string>
}

export const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/** The codes that an app shows for a key at a time. */
export const codeAt = (key: string, at: Date): string =>
  new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: at.getTime() })

export const recoveryCodesOf = (page: string): string[] => page.match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g) ?? []

export async function firstOwner(h: Harness): Promise<Person> {
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(new URL(url, h.baseUrl), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    })
  const cookie = cookieOf(await post((await h.platform.firstOwnerLink()) ?? '', OWNER, {}))
  const person: Person = {
    cookie,
    post: (path, fields, own = cookie, headers = {}) => post(path, fields, { cookie: own, ...headers }),
    page: async (path, own = cookie) => (await fetch(`${h.baseUrl}${path}`, { headers: { cookie: own } })).text(),
    signIn: (password = OWNER.password) => person.post('/sign-in', { email: OWNER.email, password }, ''),
    halfSignedIn: async () => cookieOf(await person.signIn()),
    giveCode: (pending, code, headers) => person.post('/sign-in/code', { code }, pending, headers),
    statusOf: async (own) => (await h.api('GET', '/organizations/me', { key: null, headers: { cookie: own } })).status,
    change: (action, code, password = OWNER.password) =>
      person.post('/account/second-factor', { action, code, password }),
    async setUp() {
      await person.post('/account/second-factor', { action: 'set-up' })
      const page = await person.page('/account/second-factor')
      const [, key = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(page) ?? []
      return key
    },
  }
  return person
}
