/** Databases whose list of migrations this version can't use. */

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addressOf, openPostgres } from '../../../../src/platform/db/postgres/open-postgres.ts'
import { message } from '../../../../src/shared/messages/message.ts'
import { asAdministrator, nameOf, newPostgresUrl } from '../../support/databases.ts'

const quiet = () => undefined

it.each([
  ['newer', 'host.database_newer', sql`insert into kysely_migration values ('9999-of-the-future', '2040-01-01')`],
  ['damaged', 'host.database_damaged', sql`update kysely_migration set name = '0000-unknown'`],
] as const)('a %s database is refused with the reason', async (_title, code, change) => {
  const url = (await newPostgresUrl()) as string
  try {
    const { db, release } = await openPostgres(url, quiet)
    await change.execute(db)
    await db.destroy()
    await release()
    const text = message(code, { place: addressOf(url) })
    await expect(openPostgres(url, quiet)).rejects.toMatchObject({ text })
  } finally {
    await asAdministrator(`drop database if exists ${nameOf(url)} with (force)`)
  }
})
