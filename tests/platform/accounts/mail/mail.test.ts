/** Mail through a real SMTP server. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OutboxMail } from '../../../../src/shared/api/organizations.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { inviteTo, submit } from '../../support/people.ts'

interface Received {
  from: string
  to: string[]
  text: string
  user: unknown
}

const MINUTE_MS = 60_000

let server: SMTPServer
let received: Received[]
/** Status of the reply to a recipient; null accepts. */
let refusal: number | null
let now: Date
let h: Harness

const addressOf = ({ envelope }: SMTPServerSession) => ({
  from: envelope.mailFrom ? envelope.mailFrom.address : '',
  to: envelope.rcptTo.map(({ address }) => address),
})

async function startMailServer(port = 0): Promise<number> {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'pass word' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) =>
      done(refusal === null ? null : Object.assign(new Error('No such mailbox'), { responseCode: refusal })),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push({ ...addressOf(session), text: Buffer.concat(parts).toString('utf8'), user: session.user })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.server.address() as AddressInfo).port
}
const stopMailServer = () => new Promise<void>((resolve) => server.close(resolve))

const mailOf = (port: number, password = 'pass%20word') => ({
  smtp: `smtp://robot:${password}@127.0.0.1:${port}`,
  from: 'Sightline <sightline@example.com>',
})
const outbox = async () => (await h.api<OutboxMail[]>('GET', '/organizations/outbox')).body

beforeEach(() => {
  received = []
  refusal = null
  now = new Date()
})
afterEach(async () => {
  await h.close()
  await stopMailServer()
})

it('is sent with the link of the invite, and leaves the outbox', async () => {
  h = await startHarness({ mail: mailOf(await startMailServer()), now: () => now })
  await inviteTo(h, 'ada@example.com')
  await eventually(() => received.length === 1)
  const [mail] = received as [Received]
  expect(mail).toMatchObject({ from: 'sightline@example.com', to: ['ada@example.com'], user: 'robot' })
  expect(mail.text).toContain('Subject: Invitation to My organization')
  expect(mail.text).toContain('To: ada@example.com')
  const text = mail.text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const [link] = /http:\S+/.exec(text) ?? []
  expect((await submit(link as string, { answer: 'accept', full_name: 'Ada' })).status).toBe(200)
  await eventually(async () => (await outbox()).length === 0)
})

it('waits for a mail server that is down, with the reason in the outbox, also over a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-mail-'))
  const port = await startMailServer()
  await stopMailServer()
  const options = { dataDir, mail: mailOf(port), now: () => now }
  h = await startHarness(options)
  await inviteTo(h, 'ada@example.com')
  await eventually(async () => (await outbox())[0]?.last_error?.includes('ECONNREFUSED') ?? false)
  expect((await outbox())[0]).toMatchObject({ to: 'ada@example.com', status: 'waiting' })
  await h.close()
  await startMailServer(port)
  now = new Date(now.getTime() + 2 * MINUTE_MS)
  h = await startHarness(options)
  await eventually(() => received.length === 1)
  await eventually(async () => (await outbox()).length === 0)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

it.each([
  [550, 'failed'],
  [451, 'waiting'],
])('of a recipient that the mail server answers with %i is %s', async (status, expected) => {
  refusal = status
  h = await startHarness({ mail: mailOf(await startMailServer()), now: () => now })
  await inviteTo(h, 'nobody@example.com')
  await eventually(async () => (await outbox())[0]?.last_error?.includes('No such mailbox') ?? false)
  expect((await outbox())[0]?.status).toBe(expected)
  expect(h.logged).toEqual([expect.stringContaining('No such mailbox')])
})

it('is not sent for an invite that was revoked meanwhile, and no password is logged', async () => {
  h = await startHarness({ mail: mailOf(await startMailServer(), 'wrong-secret'), now: () => now })
  const { id } = await inviteTo(h, 'ada@example.com')
  await eventually(async () => (await outbox())[0]?.last_error != null)
  await h.api('DELETE', `/organizations/invites/${id}`)
  now = new Date(now.getTime() + 2 * MINUTE_MS)
  await inviteTo(h, 'grace@example.com')
  await eventually(async () => (await outbox())[0]?.last_error != null)
  expect((await outbox()).map(({ to }) => to)).toEqual(['grace@example.com'])
  expect(received).toEqual([])
  expect(JSON.stringify([h.logged, await outbox()])).not.toContain('wrong-secret')
})
