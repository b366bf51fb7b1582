/** The app's address of the images of an export: people of its organization see them, with any role, and nobody else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../src/shared/api/datasets.ts'
import { createStudioDoor } from '../../src/web/studio-door.ts'
import { addImage, bytesOf, exported } from '../platform/exchange/exports/support.ts'
import { openPlatformDatabase } from '../platform/support/databases.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { inviteTo, linkTo } from '../platform/support/people.ts'

let root: string
let h: Harness
/** The address of the only image. */
let image: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sightline-export-images-'))
  const rendererDir = join(root, 'renderer')
  mkdirSync(rendererDir)
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Sightline</title>')
  const studio = createStudioDoor({
    version: '0.0.0-test',
    rendererDir,
    origin: () => h.baseUrl,
    log: () => undefined,
  })
  h = await startHarness({ studio })
  const { body: dataset } = await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })
  await addImage(h, dataset, 'a.jpg')
  image = `/files/exports/${(await exported(h, dataset)).id}/images/0`
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

const get = (path: string, cookie?: string) => fetch(`${h.baseUrl}${path}`, { headers: cookie ? { cookie } : {} })

/** Returns the cookie of a person who was invited with this role. `key`: of the organization that invites. */
async function signedIn(role: string, key?: string): Promise<string> {
  const email = `${role}-${key ? 'elsewhere' : 'here'}@example.com`
  await inviteTo(h, email, role, key)
  const send = (url: string, fields: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  const person = { full_name: 'Vera', password: 'a long password' }
  await send(await linkTo(h, email, key), { answer: 'accept', ...person })
  const answer = await send(`${h.baseUrl}/sign-in`, { email, password: person.password })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** No call makes an annotator. */
async function annotator(): Promise<string> {
  const cookie = await signedIn('member')
  const db = await openPlatformDatabase(h.dataDir)
  const person = db.selectFrom('users').select('id').where('email', '=', 'member-here@example.com')
  await db.updateTable('memberships').set({ role: 'annotator' }).where('user_id', 'in', person).execute()
  await db.destroy()
  return cookie
}

it.each([
  ['a viewer', () => signedIn('viewer')],
  ['an annotator', annotator],
  ['an admin', () => signedIn('admin')],
])('shows the image to %s', async (_who, cookie) => {
  const answer = await get(image, await cookie())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await answer.text()).toBe(bytesOf(''))
})

it('hides the image from people of another organization, like one that does not exist', async () => {
  const cookie = await signedIn('admin', h.foreignKey)
  const [foreign, missing] = [await get(image, cookie), await get(image.replace(/\d$/, '1'), cookie)]
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(await foreign.json()).toEqual(await missing.json())
})

it.each([
  ['no session', undefined],
  ['an unknown session', 'sightline-session=unknown'],
])('refuses a request with %s', async (_what, cookie) => {
  const answer = await get(image, cookie)
  expect([answer.status, await answer.json()]).toEqual([401, { sign_in: '/sign-in' }])
})
