/** Work that excludes that of all other processes on a database. */
import { expect, it } from 'vitest'
import { createOneAmongAll } from '../../../../src/platform/db/postgres/one-among-all.ts'
import { asAdministrator, newPostgresUrl } from '../../support/databases.ts'

it('is done by one process at a time, also after a failure and after a lost session', async () => {
  const url = (await newPostgresUrl('template1')) as string
  const processes = [1, 2, 3].map(() => createOneAmongAll(url))
  const order: string[] = []
  const work = (name: string, fails: boolean) => async () => {
    order.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    order.push(`${name} ends`)
    if (fails) throw new Error(name)
  }
  const round = (n: number) =>
    processes.flatMap(({ alone }, i) => [alone(work(`${n} ${i} a`, i === 1)), alone(work(`${n} ${i} b`, false))])
  const first = await Promise.allSettled(round(1))
  expect(first.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1)
  const name = new URL(url).pathname.slice(1)
  await asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await Promise.allSettled(round(2))
  expect(order).toHaveLength(24)
  for (let i = 0; i < order.length; i += 2) expect(order[i + 1]).toBe(order[i]?.replace('begins', 'ends'))
  for (const { close } of processes) await close()
})
