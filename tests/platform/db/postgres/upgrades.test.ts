/** Databases of released versions on PostgreSQL are upgraded to the tables of this one, and keep their rows. */
import pg from 'pg'
import { expect, it } from 'vitest'
import { openPostgres, postgresDatabase } from '../../../../src/platform/db/postgres/open-postgres.ts'
import { newPostgresUrl } from '../../support/databases.ts'
import { releasedDatabases, rowCounts } from '../../support/released-databases.ts'
import { postgresSchema } from '../../support/schema-text.ts'

/** Commands of psql, which begin with a backslash, are none of SQL. */
const statementsOf = (dump: string): string => dump.replaceAll(/^\\.*$/gm, '')

async function fill(url: string, dump: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statementsOf(dump))
  await client.end()
}

it('upgrades the database of each release to the tables of a new one', async () => {
  const created = postgresDatabase((await newPostgresUrl()) as string)
  const schema = await postgresSchema(created)
  await created.destroy()
  expect(schema).toContain('table organizations')
  for (const [version, dump] of releasedDatabases('postgres')) {
    const url = (await newPostgresUrl('template1')) as string
    await fill(url, dump)
    const before = postgresDatabase(url)
    const { kysely_migration: _, ...there } = await rowCounts(before)
    await before.destroy()
    const { db, release } = await openPostgres(url, () => undefined)
    expect(await postgresSchema(db), version).toBe(schema)
    const { kysely_migration: __, ...kept } = await rowCounts(db)
    expect(kept, version).toEqual(there)
    await db.destroy()
    await release()
  }
})
