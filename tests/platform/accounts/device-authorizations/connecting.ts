/** An app that is signed in, and the person who decides about it, on a running platform. */
import type { DeviceAuthorization, DeviceToken } from '../../../../src/shared/api/device-authorizations.ts'
import type { Answer, Harness } from '../../support/harness.ts'
import { inviteTo, linkTo } from '../../support/people.ts'

export const PASSWORD = 'a long password'
const OWN = { 'sec-fetch-site': 'same-origin' }

export const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers: { ...OWN, ...headers } })

/** The cookie of a name that the answer sets. */
export const cookieOf = (answer: Response, name: string): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`)) ?? ''

export async function signIn(h: Harness, email: string, cookie = ''): Promise<Response> {
  return post(`${h.baseUrl}/sign-in`, { email, password: PASSWORD }, { cookie })
}

/** Returns the Cookie header of the session of a new member. */
export async function newMember(h: Harness, email: string, role = 'member'): Promise<string> {
  await inviteTo(h, email, role)
  const accepted = await post(await linkTo(h, email), {
    answer: 'accept',
    full_name: `Ms ${email}`,
    password: PASSWORD,
  })
  if (accepted.status !== 200) throw new Error(`The invite was answered ${accepted.status}.`)
  return cookieOf(await signIn(h, email), 'sightline-session')
}

export async function ask(
  h: Harness,
  names = { app: 'Sightline', computer: 'workshop-pc' },
): Promise<DeviceAuthorization> {
  const { status, body } = await h.api<DeviceAuthorization>('POST', '/device-authorizations', {
    key: null,
    body: names,
  })
  if (status !== 201) throw new Error(`The call was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const poll = (h: Harness, device_code: string): Promise<Answer<DeviceToken>> =>
  h.api('POST', '/device-authorizations/token', { key: null, body: { device_code } })

export const decide = (
  h: Harness,
  cookie: string,
  code: string,
  answer: string,
  headers: Record<string, string> = {},
) => post(`${h.baseUrl}/connect`, { code, answer }, { cookie, ...headers })
