/** A process that ends between any two steps loses nothing that was acknowledged, and leaves nothing that sweeps don't remove. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SWEPT_AFTER_MS } from '../../../../src/platform/datasets/storage/blob-removal.ts'
import { QUARANTINED_FOR_MS } from '../../../../src/platform/datasets/storage/blob-sweep.ts'
import { type BlobDesk, createGate, hashOf, openBlobDesk, type Process } from './blob-desk.ts'

const VIDEO = 'a video of the street'

let desk: BlobDesk
let usual: Process
beforeEach(async () => {
  desk = await openBlobDesk()
  usual = await desk.process()
})
afterEach(() => desk.close())

/** A transaction that is rolled back after its change of a file, as the end of its process does. */
const thenEnd =
  (step: (sha256: string, now: Date) => Promise<void>) =>
  async (sha256: string, now: Date): Promise<void> => {
    await step(sha256, now)
    throw new Error('The process has ended.')
  }

async function leaveInQuarantine(): Promise<void> {
  await usual.upload(VIDEO)
  await usual.db.deleteFrom('uploads').execute()
  await usual.sweep()
  desk.time += SWEPT_AFTER_MS
  await usual.sweep()
  expect(desk.isStored(VIDEO)).toBe(false)
}

/** The steps after which a process ends. */
const ENDS: Record<string, () => Promise<void>> = {
  async 'a writer has claimed its bytes'() {
    const gate = createGate()
    const writer = await desk.process({ place: () => ({ take: async () => gate.pass().then(() => true) }) })
    void writer.upload(VIDEO)
    await gate.reached
  },
  async 'a writer has stored its bytes'() {
    const gate = createGate()
    void usual.upload(VIDEO, gate.pass)
    await gate.reached
  },
  async 'the row that names the bytes is deleted'() {
    await usual.upload(VIDEO)
    await usual.db.deleteFrom('uploads').execute()
  },
  async 'a deletion has removed the bytes'() {
    const remover = await desk.process({
      place: ({ remove }) => ({ remove: (hash) => thenEnd(remove)(hash, new Date()) }),
    })
    await usual.upload(VIDEO)
    expect(await remover.delete(VIDEO)).toBe(0)
    expect(desk.files()).toEqual([])
  },
  async 'a sweep has put the bytes into quarantine'() {
    const sweeper = await desk.process({ quarantine: ({ put }) => ({ put: thenEnd(put) }) })
    await usual.upload(VIDEO)
    await usual.db.deleteFrom('uploads').execute()
    await usual.sweep()
    desk.time += SWEPT_AFTER_MS
    await expect(sweeper.sweep()).rejects.toThrow('ended')
    expect(desk.isStored(VIDEO)).toBe(false)
  },
  async 'a sweep has removed the bytes from the quarantine'() {
    await leaveInQuarantine()
    const sweeper = await desk.process({
      quarantine: ({ remove }) => ({ remove: (hash) => thenEnd(remove)(hash, new Date()) }),
    })
    desk.time += QUARANTINED_FOR_MS
    await sweeper.sweep()
    expect(desk.files()).toEqual([])
  },
  async 'a folder was left by another database'() {
    mkdirSync(dirname(desk.pathOf(VIDEO)), { recursive: true })
    writeFileSync(desk.pathOf(VIDEO), VIDEO)
  },
}

describe.each(Object.keys(ENDS))('after %s', (step) => {
  it('sweeps remove what is left', async () => {
    await ENDS[step]?.()
    await desk.sweepAll(usual)
    expect(desk.files()).toEqual([])
    expect(await desk.marks()).toEqual({})
  })

  it('the same bytes can be stored, and stay', async () => {
    await ENDS[step]?.()
    await usual.upload(VIDEO)
    expect(desk.isStored(VIDEO)).toBe(true)
    await desk.sweepAll(usual)
    expect(desk.files()).toEqual([hashOf(VIDEO)])
    expect(await desk.marks()).toEqual({ [hashOf(VIDEO)]: null })
  })
})

it('bytes that a row names again come back from the quarantine, also after a first try that did not end', async () => {
  await leaveInQuarantine()
  await usual.nameWithoutLock(VIDEO)
  const sweeper = await desk.process({
    quarantine: ({ bringBack }) => ({ bringBack: (hash) => thenEnd(bringBack)(hash, new Date()) }),
  })
  await expect(sweeper.sweep()).rejects.toThrow('ended')
  await desk.sweepAll(usual)
  expect(desk.isStored(VIDEO)).toBe(true)
  expect(await usual.delete(VIDEO)).toBe(1)
})
