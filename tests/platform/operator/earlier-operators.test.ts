/** Who operates an installation of an earlier version, in which each admin did what is now for operators. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createOperators } from '../../../src/platform/operator/operators.ts'
import { earlierDatabase } from '../support/earlier-database.ts'

const created_at = '2026-01-01T00:00:00.000Z'

it('are the owners of the default organization, and no key is an operator’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-operators-'))
  const path = join(folder, 'sightline.db')
  try {
    const before = await earlierDatabase(path, '0057-quota')
    for (const id of ['default', 'other'])
      await before.insertInto('organizations').values({ id, name: id, slug: id, created_at }).execute()
    await before.insertInto('installation').values({ id: 1, default_organization_id: 'default' }).execute()
    const members = [
      ['default', 'ada', 'owner'],
      ['default', 'ben', 'owner'],
      ['default', 'admin', 'admin'],
      ['other', 'eve', 'owner'],
    ] as const
    for (const [organization_id, user_id, role] of members) {
      await before.insertInto('users').values({ id: user_id, email: user_id, created_at }).execute()
      const membership = { id: user_id, organization_id, user_id, role, joined_at: created_at }
      await before.insertInto('memberships').values(membership).execute()
    }
    const key = { id: 'k', organization_id: 'default', name: 'Sightline app', key_hash: 'h', key_prefix: 'pk_live_' }
    await before
      .insertInto('api_keys')
      .values({ ...key, role: 'owner', is_active: 1, created_at })
      .execute()
    await before.destroy()

    const db = await openDatabase(path)
    const operators = await createOperators(db, () => new Date()).list()
    expect(operators.map(({ id }) => id)).toEqual(['ada', 'ben'])
    expect(await db.selectFrom('api_keys').select('is_operator').execute()).toEqual([{ is_operator: 0 }])
    await db.destroy()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
