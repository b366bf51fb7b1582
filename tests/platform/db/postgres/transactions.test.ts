/** Transactions that meet each other on PostgreSQL have the same effect as one after the other. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../../src/platform/db/database.ts'
import { postgresDatabase } from '../../../../src/platform/db/postgres/postgres-database.ts'
import { newPostgresUrl } from '../../support/databases.ts'

let db: Database
beforeAll(async () => {
  db = postgresDatabase((await newPostgresUrl()) as string)
})
afterAll(() => db.destroy())

async function organizations(...names: string[]): Promise<void> {
  await db.deleteFrom('organizations').execute()
  const row = (name: string) => ({ id: name, name: '0', slug: name, created_at: '' })
  await db.insertInto('organizations').values(names.map(row)).execute()
}
const read = async (tx: Pick<Database, 'selectFrom'>, id: string) =>
  Number((await tx.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name)
const write = (tx: Pick<Database, 'updateTable'>, id: string, n: number) =>
  tx
    .updateTable('organizations')
    .set({ name: String(n) })
    .where('id', '=', id)
    .execute()

it('loses no change that a transaction makes from what it has read', async () => {
  await organizations('a')
  const add = () => db.transaction().execute(async (tx) => write(tx, 'a', (await read(tx, 'a')) + 1))
  await Promise.all(Array.from({ length: 20 }, add))
  expect(await read(db, 'a')).toBe(20)
})

it('completes transactions that lock the same rows in other orders', async () => {
  await organizations('a', 'b', 'c')
  const orders = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(orders, { minLength: 2, maxLength: 8 }), async (transactions) => {
      const before = await Promise.all(['a', 'b', 'c'].map((id) => read(db, id)))
      await Promise.all(
        transactions.map((ids) =>
          db.transaction().execute(async (tx) => {
            for (const id of ids) await write(tx, id, (await read(tx, id)) + 1)
          }),
        ),
      )
      const after = await Promise.all(['a', 'b', 'c'].map((id) => read(db, id)))
      const added = ['a', 'b', 'c'].map((id) => transactions.filter((ids) => ids.includes(id)).length)
      expect(after).toEqual(before.map((n, i) => n + (added[i] as number)))
    }),
    { numRuns: 15 },
  )
})

it('lets two transactions not both write what the other one has read', async () => {
  await organizations('a', 'b')
  // Each may set its own only while the other is 0.
  const claim = (mine: string, other: string) =>
    db.transaction().execute(async (tx) => {
      if ((await read(tx, other)) === 0) await write(tx, mine, 1)
    })
  await Promise.all([claim('a', 'b'), claim('b', 'a')])
  expect((await read(db, 'a')) + (await read(db, 'b'))).toBe(1)
})

it('reports a failure of the work once, and keeps nothing of it', async () => {
  await organizations('a')
  let calls = 0
  const failing = db.transaction().execute(async (tx) => {
    calls++
    await write(tx, 'a', 7)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([calls, await read(db, 'a')]).toEqual([1, 0])
})
