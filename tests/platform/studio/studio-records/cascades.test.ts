/** Records of the Studio end with the organization and with the person that they belong to. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, newId } from '../../../../src/platform/db/database.ts'
import { jobCaller } from '../../../../src/platform/machine/identity/caller.ts'
import { createRecords } from '../../../../src/platform/studio/studio-records/records.ts'
import {
  BATCHES,
  createPersonSettings,
  TRUTHS,
} from '../../../../src/platform/studio/studio-records/studio-record-area.ts'
import { dropDatabase, openPlatformDatabase } from '../../support/databases.ts'
import { batchOf, truthOf } from './studio-desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-records-'))
let db: Database
beforeAll(async () => {
  db = await openPlatformDatabase(folder)
})
afterAll(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

const now = () => new Date('2026-03-04T10:00:00.000Z')

async function newPlace() {
  const organization = newId()
  const user = newId()
  const created_at = now().toISOString()
  await db
    .insertInto('organizations')
    .values({ id: organization, name: 'Team', slug: organization, created_at })
    .execute()
  await db
    .insertInto('users')
    .values({ id: user, email: `${user}@example.com`, full_name: null, created_at })
    .execute()
  const [person, keys] = [jobCaller(organization, user), jobCaller(organization)]
  await createRecords(db, now, BATCHES).create(keys, batchOf())
  await createRecords(db, now, TRUTHS).create(person, truthOf())
  await createPersonSettings(db).update(person, { theme: 'dark' })
  return { organization, user }
}

async function leftOf(organization: string) {
  const count = async (table: 'studio_batches' | 'studio_truths' | 'studio_settings') => {
    const rows = db.selectFrom(table).select('value').where('organization_id', '=', organization)
    return (await rows.execute()).length
  }
  return {
    batches: await count('studio_batches'),
    truths: await count('studio_truths'),
    settings: await count('studio_settings'),
  }
}

it('end with their organization', async () => {
  const { organization } = await newPlace()
  expect(await leftOf(organization)).toEqual({ batches: 1, truths: 1, settings: 1 })
  await db.deleteFrom('organizations').where('id', '=', organization).execute()
  expect(await leftOf(organization)).toEqual({ batches: 0, truths: 0, settings: 0 })
})

it('of a person end with the person, and those of keys stay', async () => {
  const { organization, user } = await newPlace()
  await db.deleteFrom('users').where('id', '=', user).execute()
  expect(await leftOf(organization)).toEqual({ batches: 1, truths: 0, settings: 0 })
})
