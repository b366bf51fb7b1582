// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Host, HostError } from '../../../../src/renderer/base/host/host-context.ts'
import { openTruth } from '../../../../src/renderer/screens/lab/truth/open-truth.ts'
import { placeIn } from '../../../../src/renderer/screens/lab/truth/truth-store.ts'
import type { Revised } from '../../../../src/shared/domain/revision.ts'
import type { Truth } from '../../../../src/shared/domain/truth.ts'
import { hostOf, type Owners, recordAnswers, SHARED_BY_ANA } from '../../fake-records.ts'
import { memoryStorage } from '../editor/fake-host.ts'

const MEDIA = { sha256: 'a'.repeat(64), name: 'street.mp4' }
const ROAD = { name: 'Road', kind: 'line' } as const
const at = (time_s: number) => ({ time_s, kind: 'a_to_b', class_name: null }) as const

const unreachable = () => new HostError({ code: 'unreachable', message: 'No answer.', details: [] })

/** A host, and the storage of a browser. */
function place() {
  let kept: Revised<Truth>[] = []
  const open = new Set<string>()
  const owners: Owners = {}
  const state = { down: false, deaf: false }
  const storage = memoryStorage()
  const answers = recordAnswers<Truth>({
    group: 'studioTruths',
    read: () => kept,
    write: (all) => {
      kept = all
    },
    subjectOf: ({ media }) => media.sha256,
    owners,
  })
  const host = hostOf(answers)
  const { answer } = host
  host.answer = (endpoint, input) => {
    const isWrite = endpoint !== 'studioTruths.list'
    if (isWrite && state.down) throw unreachable()
    const reply = answer(endpoint, input)
    if (isWrite && state.deaf) throw unreachable()
    return reply
  }
  async function aWindow(id: string) {
    open.add(id)
    const session = await openTruth(host as unknown as Host, MEDIA, storage, {
      id,
      isOpen: async (other) => open.has(other),
    })
    return { ...session, times: () => placeIn(session.truth.store.getState().places, ROAD).marks.map((m) => m.time_s) }
  }
  const times = () => placeIn(kept[0]?.value.places ?? [], ROAD).marks.map((m) => m.time_s)
  return { state, storage, owners, aWindow, times, closed: (id: string) => open.delete(id) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a video that two windows mark', () => {
  it('keeps the marks of both, and shows and announces those of the other window', async () => {
    const { aWindow, times } = place()
    const [one, two] = [await aWindow('one'), await aWindow('two')]
    one.truth.mark(ROAD, at(1))
    await one.flush()
    two.truth.mark(ROAD, at(2))
    await two.flush()
    expect(times()).toEqual([1, 2])
    expect(two.times()).toEqual([1, 2])
    expect(two.state.getState()).toMatchObject({ saving: 'saved', problem: null, arrivedMarks: 1 })
    two.truth.undo()
    await two.flush()
    expect(times()).toEqual([1])
    await one.refresh()
    expect(one.times()).toEqual([1])
    vi.advanceTimersByTime(20_000)
    expect(two.state.getState().arrivedMarks).toBe(0)
  })

  it('keeps a mark that is made while a save is merged with another window', async () => {
    const { aWindow, times } = place()
    const [one, two] = [await aWindow('one'), await aWindow('two')]
    one.truth.mark(ROAD, at(1))
    await one.flush()
    two.truth.mark(ROAD, at(2))
    const saving = two.flush()
    two.truth.mark(ROAD, at(3))
    await saving
    expect(two.times()).toEqual([1, 2, 3])
    expect(times()).toEqual([1, 2, 3])
  })

  it('keeps a mark that was made just before a window was closed', async () => {
    const { aWindow, times, state, storage, closed } = place()
    const [one, two] = [await aWindow('one'), await aWindow('two')]
    one.truth.mark(ROAD, at(1))
    await one.flush()
    two.truth.mark(ROAD, at(2))
    // The page is hidden, and its save fails.
    state.down = true
    await two.flush()
    state.down = false
    one.truth.mark(ROAD, at(3))
    await one.flush()
    expect(storage.length).toBe(1)

    const beside = await aWindow('three')
    expect(beside.times()).toEqual([1, 3])
    closed('two')
    const next = await aWindow('four')
    expect(next.times()).toEqual([1, 2, 3])
    await next.flush()
    expect(times()).toEqual([1, 2, 3])
    expect(storage.length).toBe(0)
  })

  it('does not restore marks that were removed after their draft was saved', async () => {
    const { aWindow, times, state, closed } = place()
    const one = await aWindow('one')
    one.truth.mark(ROAD, at(1))
    await one.flush()
    one.truth.mark(ROAD, at(2))
    state.down = true
    await one.flush()
    state.down = false
    const two = await aWindow('two')
    two.truth.remove(placeIn(two.truth.store.getState().places, ROAD).marks[0]?.id as string)
    await two.flush()
    closed('one')
    const three = await aWindow('three')
    await three.flush()
    expect(times()).toEqual([2])
  })

  it('does not restore marks that were removed after the last save of a closed window arrived', async () => {
    const { aWindow, times, state, closed, storage } = place()
    const [one, two] = [await aWindow('one'), await aWindow('two')]
    two.truth.mark(ROAD, at(2))
    // The host keeps the mark, but the window closes before the response.
    state.deaf = true
    await two.flush()
    state.deaf = false
    closed('two')
    one.truth.mark(ROAD, at(1))
    await one.flush()
    one.truth.remove(placeIn(one.truth.store.getState().places, ROAD).marks[1]?.id as string)
    await one.flush()
    expect(times()).toEqual([1])
    expect(storage.length).toBe(0)
    const three = await aWindow('three')
    expect(three.times()).toEqual([1])
  })
})

describe('marks that are shared', () => {
  it('of somebody else are extended in place, and name their owner', async () => {
    const { aWindow, times, owners } = place()
    const one = await aWindow('one')
    one.truth.mark(ROAD, at(1))
    await one.flush()
    owners[MEDIA.sha256] = SHARED_BY_ANA
    const two = await aWindow('two')
    expect(two.state.getState().owner).toMatchObject({ owner_name: 'Ana Costa', is_own: false })
    two.truth.mark(ROAD, at(2))
    await two.flush()
    expect(times()).toEqual([1, 2])
  })

  it('are private before their owner shares them, and once they are private again', async () => {
    const { aWindow, owners } = place()
    const one = await aWindow('one')
    expect(one.state.getState().owner).toBeNull()
    one.truth.mark(ROAD, at(1))
    await one.flush()
    expect(one.state.getState().owner).toMatchObject({ is_own: true, visibility: 'me' })
    await one.share('organization')
    expect(one.state.getState().owner).toMatchObject({ visibility: 'organization' })
    await one.share('me')
    expect(owners[MEDIA.sha256]?.visibility).toBe('me')
  })
})
