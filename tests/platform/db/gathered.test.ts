/** Changes of callers that ask at the same time: they share transactions, and fail by themselves. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { withFirstChange } from '../../../src/platform/db/first-change.ts'
import { createGathered } from '../../../src/platform/db/gathered.ts'

class Refused extends Error {}

function gathering(most = 10) {
  const calls: string[][] = []
  const change = createGathered<string, string>({
    keyOf: (item) => item.slice(0, 1),
    most,
    isOfOne: (error) => error instanceof Refused,
    async together(items) {
      calls.push([...items])
      await new Promise((resolve) => setImmediate(resolve))
      if (items.some((item) => item.includes('bad'))) throw new Refused()
      if (items.some((item) => item.includes('lost'))) throw new Error('The database is gone.')
      return items.map((item) => item.toUpperCase())
    },
  })
  return { change, calls }
}

it('carries out the changes of one key together, and returns the result of each', async () => {
  const { change, calls } = gathering()
  expect(await Promise.all(['a1', 'b1', 'a2', 'a3'].map(change))).toEqual(['A1', 'B1', 'A2', 'A3'])
  expect(calls).toEqual([['a1', 'a2', 'a3'], ['b1']])
})

it('carries out what arrives meanwhile, and what is too much for one transaction, in the next one', async () => {
  const { change, calls } = gathering(2)
  const first = Promise.all(['a1', 'a2', 'a3'].map(change))
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([first, change('a4')])
  expect(calls).toEqual([
    ['a1', 'a2'],
    ['a3', 'a4'],
  ])
})

it('carries out each change by itself when one of them is refused', async () => {
  const { change, calls } = gathering()
  const ends = await Promise.allSettled(['a1', 'a-bad', 'a3'].map(change))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(calls).toEqual([['a1', 'a-bad', 'a3'], ['a1'], ['a-bad'], ['a3']])
})

it('rejects all changes of a transaction that failed for another reason, and continues with the next', async () => {
  const { change } = gathering()
  const ends = await Promise.allSettled(['a1', 'a-lost'].map(change))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await change('a2')).toBe('A2')
})

it('carries out a change that nobody shares in the context of its caller, and shared ones in that of nobody', async () => {
  const context = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const change = createGathered<string, void>({
    keyOf: () => '',
    most: 10,
    isOfOne: () => false,
    async together(items) {
      seen.push(context.getStore())
      return items.map(() => undefined)
    },
  })
  await context.run('ada', () => change('1'))
  await Promise.all(['ada', 'bob'].map((name) => context.run(name, () => change(name))))
  expect(seen).toEqual(['ada', undefined])
})

it('keeps the pieces of work of each caller', async () => {
  const { change } = gathering()
  const ends = ['a1', 'a2'].map((item) =>
    withFirstChange(
      () => [],
      () => change(item),
      async () => undefined,
    ),
  )
  // Nothing was written to a database, so that nothing is stored with it.
  expect(await Promise.all(ends)).toEqual([
    { value: 'A1', isStored: false },
    { value: 'A2', isStored: false },
  ])
})
