/** The threads that execute SQL: order of statements, transactions beside reads, threads that die, closing. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'
import type { ToThread } from '../../../src/platform/db/sqlite/thread-messages.ts'

let folder: string
let db: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-threads-'))
  db = await openDatabase(join(folder, 'test.db'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const organization = (id: string) => ({ id, name: id, slug: id, created_at: '2026-01-01T00:00:00.000Z' })
const add = (id: string, to: Pick<Database, 'insertInto'> = db) =>
  to.insertInto('organizations').values(organization(id)).execute()
const ids = async () => (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map((row) => row.id)

/** Ends the next thread that is sent such a statement, instead of executing it. */
function killNext(text: string): void {
  const { postMessage } = Worker.prototype
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message) {
    if (!(message as ToThread)?.some(({ sql }) => sql.includes(text))) return postMessage.call(this, message)
    spy.mockRestore()
    void this.terminate()
  })
}

it('reads each write that was awaited before', async () => {
  for (let i = 0; i < 200; i++) {
    await add(`o${String(i).padStart(3, '0')}`)
    expect(await ids()).toHaveLength(i + 1)
  }
})

it('answers reads while a transaction is open, without its changes', async () => {
  await db.transaction().execute(async (tx) => {
    await add('a', tx)
    expect(await ids()).toEqual([])
    expect(await tx.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'a' }])
  })
  expect(await ids()).toEqual(['a'])
})

it('executes transactions one after the other, and single changes between them', async () => {
  const order: string[] = []
  const transaction = (id: string) =>
    db.transaction().execute(async (tx) => {
      order.push(`begin ${id}`)
      const { n } = await tx
        .selectFrom('organizations')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      await new Promise((resolve) => setImmediate(resolve))
      await add(`${id}${n}`, tx)
      order.push(`end ${id}`)
    })
  await Promise.all([transaction('a'), add('b'), transaction('c'), add('d'), transaction('e')])
  expect(order).toEqual(['begin a', 'end a', 'begin c', 'end c', 'begin e', 'end e'])
  expect(await ids()).toEqual(['a0', 'b', 'c2', 'd', 'e4'])
})

it('does not fail a transaction that reads first when another connection has written since', async () => {
  const other = await openDatabase(join(folder, 'test.db'))
  const counting = async (database: Database, id: string) =>
    database.transaction().execute(async (tx) => {
      await tx.selectFrom('organizations').selectAll().execute()
      await add(id, tx)
    })
  await Promise.all(Array.from({ length: 20 }, (_, i) => counting(i % 2 ? db : other, `o${i}`)))
  await other.destroy()
  expect(await ids()).toHaveLength(20)
})

it('returns the error of SQLite with its code, and answers the statements beside it', async () => {
  await add('a')
  const results = await Promise.allSettled([add('a'), add('b'), sql`select * from nowhere`.execute(db), ids()])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(results[0]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_UNIQUE', name: 'SqliteError' } })
  expect(results[2]).toMatchObject({ reason: { message: expect.stringContaining('nowhere') } })
})

it.each([
  ['can’t be copied to a thread', Symbol('a')],
  ['SQLite can’t store', new Map()],
])('rejects a value that %s, and only that statement', async (_, value) => {
  const row = { ...organization('a'), name: value as never }
  const results = await Promise.allSettled([add('b'), db.insertInto('organizations').values(row).execute(), add('c')])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await ids()).toEqual(['b', 'c'])
})

it('rejects the statements of a thread that dies, and starts another', async () => {
  await add('a')
  killNext('"organizations"')
  await expect(ids()).rejects.toThrow('A thread of the database ended')
  expect(await ids()).toEqual(['a'])
  killNext('insert')
  await expect(add('b')).rejects.toThrow('A thread of the database ended')
  await add('c')
  expect(await ids()).toContain('c')
})

it('rolls a transaction back whose thread dies, and executes none of its later statements alone', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await add('a', tx)
    killNext('update')
    await tx
      .updateTable('organizations')
      .set({ name: 'z' })
      .execute()
      .catch(() => undefined)
    await add('b', tx)
  })
  await expect(failed).rejects.toThrow('A thread of the database ended')
  await add('c')
  expect(await ids()).toEqual(['c'])
})

it('completes the statements in progress before it closes', async () => {
  const added = Promise.all(Array.from({ length: 50 }, (_, i) => add(`o${i}`)))
  // Kysely hands them to its driver in later turns.
  await new Promise((resolve) => setImmediate(resolve))
  await db.destroy()
  await added
  db = await openDatabase(join(folder, 'test.db'))
  expect(await ids()).toHaveLength(50)
})

it('rejects the streaming of rows with a sentence', async () => {
  const read = async () => {
    for await (const _row of db.selectFrom('organizations').selectAll().stream()) return
  }
  await expect(read()).rejects.toThrow('The rows of a query can’t be streamed: read them in pages.')
})
