/** The tables of a new database on PostgreSQL. */
import { expect, it } from 'vitest'
import { postgresDatabase } from '../../../../src/platform/db/postgres/open-postgres.ts'
import { newPostgresUrl } from '../../support/databases.ts'
import { postgresSchema } from '../../support/schema-text.ts'

it('creates the recorded tables, keys, checks and indexes in a new database', async () => {
  const db = postgresDatabase((await newPostgresUrl()) as string)
  const schema = await postgresSchema(db)
  await db.destroy()
  await expect(schema).toMatchFileSnapshot('../schema/postgres.txt')
})
