/** The default organization is a setting of the installation. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-installation-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const path = () => join(folder, 'platform.sqlite')

it('is created once, and stays when others are made', async () => {
  const db = await openDatabase(path())
  const organizations = createOrganizations(db)
  const id = await organizations.ensureDefault()
  await organizations.create('Another')
  expect(await organizations.ensureDefault()).toBe(id)
  expect(await organizations.ids()).toHaveLength(2)
  await db.destroy()
})

it('is not chosen by its id', async () => {
  const db = await openDatabase(path())
  const organizations = createOrganizations(db)
  await organizations.ensureDefault()
  const default_organization_id = await organizations.create('Another')
  await db.updateTable('installation').set({ default_organization_id }).execute()
  expect(await organizations.ensureDefault()).toBe(default_organization_id)
  await db.destroy()
})
