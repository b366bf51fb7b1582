/** The settings of a person in the Studio of a server, over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Settings, SettingsChange } from '../../../../src/shared/domain/settings.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { createPeople, type Name, type Person, refusal } from './studio-desk.ts'

let h: Harness
let people: Record<Name, Person>
beforeAll(async () => {
  h = await startHarness()
  people = await createPeople(h)
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const get = async (name: Name) => (await h.api<Settings>('GET', '/studio/settings', { key: people[name].key })).body
const change = (name: Name, body: SettingsChange) =>
  h.api<Settings>('PATCH', '/studio/settings', { key: people[name].key, body })

it('are the defaults at first, and those of one person', async () => {
  expect(await get('ada')).toMatchObject({ theme: 'system', tour_done: false, preview: true })
  expect((await change('ada', { theme: 'dark' })).body).toMatchObject({ theme: 'dark', preview: true })
  expect(await get('ada')).toMatchObject({ theme: 'dark' })
  expect(await get('vic')).toMatchObject({ theme: 'system' })
  // A viewer has settings too.
  expect((await change('vic', { theme: 'light' })).status).toBe(200)
})

it('lose none of several changes at the same time', async () => {
  const chosen = Array.from({ length: 12 }, (_, i) => [`command-${i}`, [`Key${i}`]] as [string, string[]])
  await Promise.all(chosen.map(([name, keys]) => change('ben', { shortcuts: { [name]: keys } })))
  await Promise.all([change('ben', { theme: 'dark' }), change('ben', { tour_done: true })])
  const all = await get('ben')
  expect(all).toMatchObject({ theme: 'dark', tour_done: true, shortcuts: Object.fromEntries(chosen) })
  const { body } = await change('ben', { shortcuts: { 'command-0': null } })
  expect(Object.keys(body.shortcuts ?? {})).toHaveLength(11)
})

it('replace a stored value that is not valid by its default', async () => {
  await change('ada', { theme: 'dark', outline: true })
  const db = await openPlatformDatabase(h.dataDir)
  await db
    .updateTable('studio_settings')
    .set({ value: JSON.stringify({ theme: 'purple', outline: true }) })
    .where('user_id', '=', people.ada.id)
    .execute()
  await db.destroy()
  expect(await get('ada')).toMatchObject({ theme: 'system', outline: true })
})

it('need a person, and fields that exist', async () => {
  expect(await refusal(h.api('GET', '/studio/settings'))).toEqual([400, 'key_without_user'])
  expect(await refusal(h.api('PATCH', '/studio/settings', { body: { theme: 'dark' } }))).toEqual([
    400,
    'key_without_user',
  ])
  expect(await refusal(change('ada', { colour: 'red' } as never))).toEqual([422, 'invalid_field'])
})
