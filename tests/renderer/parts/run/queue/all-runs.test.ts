import { expect, it } from 'vitest'
import { createRunReading } from '../../../../../src/renderer/parts/run/queue/use-runs.ts'
import type { WorkflowRun } from '../../../../../src/shared/domain/run.ts'
import { aRun } from '../../../examples.ts'

const id = (n: number) => String(n).padStart(4, '0')
const ids = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => id(from - i))

/** A platform with runs, newest first, that records the requested pages. */
function platform(count: number) {
  const state = { runs: ids(count - 1, 0).map((id) => aRun({ id })), pages: [] as number[], now: 0 }
  const reading = createRunReading(
    async (page) => {
      state.pages.push(page)
      return state.runs.slice(page * 10, page * 10 + 10)
    },
    10,
    () => state.now,
  )
  const all = async () => (await reading.read('all')).runs.map((run) => run.id)
  return { state, reading, all }
}

it('reads the pages that are shown', async () => {
  const { reading, state } = platform(25)
  const { runs, more } = await reading.read(2)
  expect([runs.length, more, state.pages]).toEqual([20, true, [0, 1]])
})

it('reads older runs once, and the newest page each time', async () => {
  const { state, all } = platform(65)
  expect(await all()).toEqual(ids(64, 0))
  state.pages = []
  state.runs = [aRun({ id: id(66) }), aRun({ id: id(65) }), ...state.runs.slice(1)]
  expect(await all()).toEqual([id(66), id(65), ...ids(63, 0)])
  expect(state.pages).toEqual([0])
})

it('reads older runs again after a while, and when more new runs exist than fit on a page', async () => {
  const { state, all } = platform(30)
  await all()
  state.runs = state.runs.filter((run) => run.id !== id(5))
  expect(await all()).toContain(id(5))
  state.now += 61_000
  expect(await all()).not.toContain(id(5))
  state.runs = [...ids(59, 30).map((id) => aRun({ id })), ...state.runs]
  expect(await all()).toEqual([...ids(59, 6), ...ids(4, 0)])
})

it('reads older runs again while one of them is unfinished', async () => {
  const { state, all } = platform(30)
  const put = (part: Partial<WorkflowRun>) => {
    state.runs = state.runs.map((run) => (run.id === id(2) ? { ...run, ...part } : run))
  }
  put({ status: 'queued' })
  await all()
  put({ status: 'completed' })
  state.pages = []
  await all()
  await all()
  expect(state.pages.filter((page) => page === 1)).toHaveLength(1)
})
