import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns } from '../../../../src/platform/db/postgres/turns.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('lets those who wait have what becomes free, in their order', async () => {
  const turns = createTurns(2, 1000)
  const taken: string[] = []
  const take = async (name: string) => {
    if (await turns.take()) taken.push(name)
  }
  await Promise.all([take('a'), take('b')])
  const waiting = [take('c'), take('d')]
  await vi.advanceTimersByTimeAsync(500)
  expect(taken).toEqual(['a', 'b'])
  turns.give()
  await waiting[0]
  turns.give()
  await waiting[1]
  expect(taken).toEqual(['a', 'b', 'c', 'd'])
})

it('answers false to those for whom nothing becomes free in time, and gives the next turn to others', async () => {
  const turns = createTurns(1, 1000)
  expect(await turns.take()).toBe(true)
  const late = turns.take()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBe(false)
  const next = turns.take()
  turns.give()
  expect(await next).toBe(true)
  turns.give()
  expect(await turns.take()).toBe(true)
})
