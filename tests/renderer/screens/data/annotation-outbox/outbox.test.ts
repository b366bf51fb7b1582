/** Labelling through the outbox, on a real platform: reloads, failures, several tabs and several people. */
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LabelledImage } from '../../../../../src/renderer/screens/data/annotation-outbox/labelled-image.ts'
import { type Locks, Outbox } from '../../../../../src/renderer/screens/data/annotation-outbox/outbox.ts'
import { OutboxStore } from '../../../../../src/renderer/screens/data/annotation-outbox/outbox-store.ts'
import type { Labelled, Operation } from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import type { ImageAnnotations } from '../../../../../src/shared/api/annotations.ts'
import type { EditResult } from '../../../../../src/shared/api/image-annotations.ts'
import { box, type Desk, newUuid, openDesk } from '../../../../platform/datasets/annotations/annotation-desk.ts'
import { type Harness, startHarness } from '../../../../platform/support/harness.ts'
import { addMember } from '../../../../platform/support/people.ts'

let h: Harness
let desk: Desk
let ada: string
let ben: string
beforeAll(async () => {
  h = await startHarness()
  const keyOf = async () => {
    const { user_id: userId } = await addMember(h, `${newUuid()}@example.com`)
    return h.platform.createKey('member', { userId })
  }
  ada = await keyOf()
  ben = await keyOf()
})
afterAll(() => h.close())

/** Locks of one browser: one holder of a name at a time. */
function browserLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    request(name, { signal }, callback) {
      const before = tails.get(name) ?? Promise.resolve()
      const turn = before.then(() => (signal.aborted ? undefined : callback()))
      tails.set(
        name,
        turn.catch(() => {}),
      )
      return turn
    },
  }
}

interface Browser {
  /** Names of its database and of the channel of its tabs. */
  name: string
  locks: Locks
  key: string
  /** Thrown by the next calls; empty for none. `after`: thrown when the server has carried the call out. */
  failures: { after: boolean; code: string }[]
  sent: number
}
const newBrowser = (key: string): Browser => ({ name: newUuid(), locks: browserLocks(), key, failures: [], sent: 0 })

interface Tab {
  outbox: Outbox
  image: LabelledImage
  emit(...operations: Operation[]): void
  shown(): readonly Labelled[]
  /** Ends it like a closed tab or a crash: what was not stored is lost. */
  close(): Promise<void>
}
const tabs: Tab[] = []

async function openTab(browser: Browser, delayMs = 0): Promise<Tab> {
  const store = new OutboxStore('scope', browser.name)
  const path = `/images/${desk.image}/annotations`
  const send = async (_: string, operations: unknown[]) => {
    const failure = browser.failures.shift()
    const call = async () => {
      browser.sent++
      return h.api<EditResult>('PATCH', path, { body: { operations }, key: browser.key })
    }
    if (!failure) return (await call()).body
    if (failure.after) await call()
    throw Object.assign(new Error(failure.code), { code: failure.code })
  }
  const { name, locks } = browser
  const outbox = new Outbox({ store, send, name, locks, delayMs, backoffMs: () => 5 })
  const image = new LabelledImage(desk.image, outbox, async () => (await h.api<ImageAnnotations>('GET', path)).body)
  const stop = image.open()
  const tab: Tab = {
    outbox,
    image,
    emit: (...operations) => image.emit(operations),
    shown: () => image.state.getState().annotations ?? [],
    async close() {
      stop()
      await outbox.close()
    },
  }
  tabs.push(tab)
  await expect.poll(() => image.state.getState().annotations).toBeDefined()
  return tab
}
const isSaved = (tab: Tab) =>
  expect.poll(() => tab.image.state.getState()).toMatchObject({ waiting: 0, storing: false })
const isStored = (tab: Tab) => expect.poll(() => tab.image.state.getState().storing).toBe(false)

beforeEach(async () => {
  desk = await openDesk(h)
})
afterEach(async () => {
  await Promise.all(tabs.splice(0).map((tab) => tab.close()))
})

const LATER = 1_000_000
const create = (id: string, x = 10): Operation => {
  const { id: _, ...fields } = box('x', x)
  return { action: 'create', id, fields }
}
const move = (id: string, x: number): Operation => ({
  action: 'update',
  id,
  fields: { bounding_box: { x, y: 20, w: 100, h: 40 } },
})
const rename = (id: string, name: string): Operation => ({ action: 'update', id, fields: { name } })

describe('a person who labels', () => {
  it('sees a gesture at once, and the server has it after the pause', async () => {
    const tab = await openTab(newBrowser(ada))
    const a = newUuid()
    tab.emit(create(a))
    expect(tab.shown()).toMatchObject([{ id: a, name: 'car' }])
    await isSaved(tab)
    expect(await desk.list()).toMatchObject([{ id: a, bounding_box: { x: 10 } }])
  })

  it('never conflicts with herself, however the gestures are spread over requests', async () => {
    const tab = await openTab(newBrowser(ada))
    const a = newUuid()
    tab.emit(create(a))
    for (let x = 20; x < 60; x++) {
      tab.emit(move(a, x))
      if (x % 7 === 0) await new Promise((resolve) => setTimeout(resolve, x % 3))
    }
    tab.emit(rename(a, 'van'))
    await isSaved(tab)
    expect(await desk.list()).toMatchObject([{ id: a, name: 'van', bounding_box: { x: 59 } }])
    expect(tab.image.state.getState().unresolved).toEqual([])
  })

  it('loses nothing in a reload between any two steps', async () => {
    const browser = newBrowser(ada)
    const [a, b] = [newUuid(), newUuid()]
    const steps = [create(a), create(b, 200), move(a, 30), rename(b, 'bus'), move(a, 40)]
    for (const step of steps) {
      const tab = await openTab(browser, LATER)
      tab.emit(step)
      await isStored(tab)
      await tab.close()
    }
    const tab = await openTab(browser, LATER)
    expect(tab.shown()).toMatchObject([
      { id: a, bounding_box: { x: 40 } },
      { id: b, name: 'bus' },
    ])
    tab.outbox.flush()
    await isSaved(tab)
    expect(await desk.list()).toMatchObject([
      { id: a, bounding_box: { x: 40 } },
      { id: b, name: 'bus' },
    ])
    expect(tab.image.state.getState().unresolved).toEqual([])
  })

  it('loses nothing when the answer to a request is lost and the page is loaded again', async () => {
    const browser = newBrowser(ada)
    const first = await openTab(browser)
    const a = newUuid()
    browser.failures.push(...Array.from({ length: 500 }, () => ({ after: true, code: 'unreachable' })))
    first.emit(create(a), move(a, 20))
    await expect.poll(() => first.outbox.state.getState().problem).toBe('unreachable')
    first.emit(move(a, 30))
    await isStored(first)
    await first.close()
    browser.failures.length = 0
    const second = await openTab(browser)
    await isSaved(second)
    expect(await desk.list()).toMatchObject([{ id: a, bounding_box: { x: 30 } }])
    expect(second.image.state.getState().unresolved).toEqual([])
  })

  it('waits for a server that is away or has no session, and sends when it is back', async () => {
    const browser = newBrowser(ada)
    const tab = await openTab(browser)
    browser.failures.push({ after: false, code: 'unreachable' }, { after: false, code: 'invalid_key' })
    const a = newUuid()
    tab.emit(create(a))
    await isSaved(tab)
    expect(browser.failures).toEqual([])
    await expect.poll(() => tab.outbox.state.getState()).toEqual({ problem: null, sending: false })
    expect(await desk.list()).toHaveLength(1)
  })

  it('takes an acceptance back, with the confidence of the model', async () => {
    const a = newUuid()
    await desk.save([box(a, 10, { review: 'pending', confidence: 0.4, origin: { source: 'model' } })])
    const tab = await openTab(newBrowser(ada))
    tab.emit({ action: 'update', id: a, fields: { review: 'accepted' } })
    await isSaved(tab)
    await expect.poll(() => tab.shown()).toMatchObject([{ review: 'accepted', confidence: null }])
    tab.emit({ action: 'update', id: a, fields: { review: 'pending' } })
    await isSaved(tab)
    expect(await desk.list()).toMatchObject([{ id: a, review: 'pending', confidence: 0.4 }])
  })

  it('takes a rejection back', async () => {
    const a = newUuid()
    await desk.save([box(a, 10, { review: 'pending', confidence: 0.4, origin: { source: 'model' } })])
    const tab = await openTab(newBrowser(ada))
    tab.emit({ action: 'update', id: a, fields: { review: 'rejected' } })
    await isSaved(tab)
    await expect.poll(() => tab.shown()).toMatchObject([{ id: a, review: 'rejected' }])
    expect(await desk.list()).toEqual([])
    tab.emit({ action: 'update', id: a, fields: { review: 'pending' } })
    await isSaved(tab)
    expect(await desk.list()).toMatchObject([{ id: a, review: 'pending', confidence: 0.4 }])
  })
})

describe('two tabs of a person', () => {
  it('send each operation once, and have the same annotations', async () => {
    const browser = newBrowser(ada)
    const [one, two] = [await openTab(browser), await openTab(browser)]
    const ids = Array.from({ length: 10 }, newUuid)
    for (const [i, id] of ids.entries()) (i % 2 === 0 ? one : two).emit(create(id, 10 + i))
    await Promise.all([isSaved(one), isSaved(two)])
    const sorted = (tab: Tab) =>
      tab
        .shown()
        .map(({ id }) => id)
        .sort()
    for (const tab of [one, two]) await expect.poll(() => sorted(tab)).toEqual([...ids].sort())
    const created = (await desk.revisions()).data.reduce((sum, revision) => sum + revision.created, 0)
    expect(created).toBe(10)
  })

  it('go over to the other one when the one that sends is closed', async () => {
    const browser = newBrowser(ada)
    const [one, two] = [await openTab(browser, LATER), await openTab(browser)]
    const [a, b] = [newUuid(), newUuid()]
    one.emit(create(a))
    await isStored(one)
    await one.close()
    two.emit(create(b, 200))
    await isSaved(two)
    await expect.poll(async () => (await desk.list()).map(({ id }) => id).sort()).toEqual([a, b].sort())
  })
})

describe('two people', () => {
  it('change different fields of an annotation, and both changes stay', async () => {
    const a = newUuid()
    await desk.save([box(a)])
    const [adas, bens] = [await openTab(newBrowser(ada)), await openTab(newBrowser(ben))]
    adas.emit(move(a, 50))
    await isSaved(adas)
    bens.emit(rename(a, 'van'))
    await isSaved(bens)
    await expect.poll(() => bens.shown()).toMatchObject([{ name: 'van', bounding_box: { x: 50 } }])
    expect(bens.image.state.getState().unresolved).toEqual([])
  })

  it('change the same field: the first value stays, and the second person gets both until she chooses', async () => {
    const a = newUuid()
    await desk.save([box(a)])
    const browser = newBrowser(ben)
    const [adas, bens] = [await openTab(newBrowser(ada)), await openTab(browser)]
    adas.emit(rename(a, 'van'))
    await isSaved(adas)
    bens.emit(rename(a, 'bus'))
    await expect
      .poll(() => bens.image.state.getState().unresolved)
      .toMatchObject([{ annotationId: a, conflicts: [{ field: 'name', kept: 'van', yours: 'bus' }] }])
    await expect.poll(() => bens.shown()).toMatchObject([{ name: 'van' }])
    await bens.close()
    // The conflict is kept as well.
    const again = await openTab(browser)
    await expect.poll(() => again.image.state.getState().unresolved).toHaveLength(1)
    again.emit(rename(a, 'bus'))
    await again.image.resolve(again.image.state.getState().unresolved[0]?.opId as string)
    await isSaved(again)
    expect(await desk.list()).toMatchObject([{ name: 'bus' }])
    await expect.poll(() => again.image.state.getState().unresolved).toEqual([])
  })

  it('of whom one is refused an operation read why, and later operations are sent', async () => {
    const tab = await openTab(newBrowser(ada))
    const [a, b] = [newUuid(), newUuid()]
    tab.emit(create(a, 50_000))
    tab.emit(create(b))
    await isSaved(tab)
    await expect.poll(() => tab.shown().map(({ id }) => id)).toEqual([b])
    expect(tab.image.state.getState().unresolved).toMatchObject([
      { annotationId: a, problem: expect.stringContaining('outside the image') },
    ])
  })
})
