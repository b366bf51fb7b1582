/** Invites and members of a running platform, made as people make them: by the API, and by the page of the link. */
import type { OrganizationInvite, OrganizationMember, OutboxMail } from '../../../src/shared/api/organizations.ts'
import type { Harness } from './harness.ts'

export async function inviteTo(h: Harness, email: string, role = 'member', key?: string): Promise<OrganizationInvite> {
  const { status, body } = await h.api<OrganizationInvite>('POST', '/organizations/invites', {
    body: { email, role },
    ...(key && { key }),
  })
  if (status !== 201) throw new Error(`The invite was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The link of the newest mail to this address in the outbox. */
export async function linkTo(h: Harness, email: string, key?: string): Promise<string> {
  const { body } = await h.api<OutboxMail[]>('GET', '/organizations/outbox', key ? { key } : {})
  const mail = body.find(({ to }) => to === email)
  const [link] = /http:\S+/.exec(mail?.text ?? '') ?? []
  if (!link) throw new Error(`The outbox has no link for ${email}`)
  return link
}

export const submit = (link: string, fields: Record<string, string>): Promise<Response> =>
  fetch(link, { method: 'POST', body: new URLSearchParams(fields) })

export async function addMember(h: Harness, email: string, role = 'member', key?: string): Promise<OrganizationMember> {
  await inviteTo(h, email, role, key)
  const accepted = await submit(await linkTo(h, email, key), { answer: 'accept', full_name: 'Ada Lovelace' })
  if (!accepted.ok) throw new Error(`The link was answered ${accepted.status}: ${await accepted.text()}`)
  const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members', key ? { key } : {})
  return body.find((member) => member.email === email) as OrganizationMember
}
