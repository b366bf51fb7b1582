/** Uploads, copies, deletions and sweeps of two processes in any order. */
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BlobGone } from '../../../src/platform/blobs/name-blobs.ts'
import { SWEPT_AFTER_MS } from '../../../src/platform/storage/blob-removal.ts'
import { type BlobDesk, hashOf, openBlobDesk, type Process, type Steps } from './blob-desk.ts'

const CONTENTS = ['the street', 'the yard']

let desk: BlobDesk
beforeEach(async () => {
  desk = await openBlobDesk()
})
afterEach(() => desk.close())

/** Each step takes a number of turns of the event loop before it begins, and before it ends. */
function slow(turns: readonly number[]): { steps: Steps; pause(): Promise<void> } {
  let next = 0
  async function pause(): Promise<void> {
    for (let left = turns[next++ % turns.length] ?? 0; left > 0; left--) await turn()
  }
  async function slowly<T>(step: () => Promise<T>): Promise<T> {
    await pause()
    const result = await step()
    await pause()
    return result
  }
  return {
    pause,
    steps: {
      place: (usual) => ({
        take: (path, sha256) => slowly(() => usual.take(path, sha256)),
        has: (sha256) => slowly(() => usual.has(sha256)),
        list: () => slowly(usual.list),
        remove: (sha256) => slowly(() => usual.remove(sha256)),
      }),
      quarantine: (usual) => ({
        put: (sha256, now) => slowly(() => usual.put(sha256, now)),
        bringBack: (sha256) => slowly(() => usual.bringBack(sha256)),
        remove: (sha256) => slowly(() => usual.remove(sha256)),
      }),
    },
  }
}

const content = fc.constantFrom(...CONTENTS)
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('upload' as const), content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failing upload' as const), content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), content }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deletion' as const), content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const), content }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const unlessGone = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error) => {
    if (!(error instanceof BlobGone)) throw error
  })

async function perform({ kind, content }: Operation, process: Process, pause: () => Promise<void>): Promise<unknown> {
  await pause()
  switch (kind) {
    case 'upload':
      // A day may pass in the middle of it.
      return unlessGone(process.upload(content, pause))
    case 'failing upload': {
      const fails = async () => {
        await pause()
        throw new BlobGone()
      }
      return unlessGone(process.upload(content, fails))
    }
    case 'copy':
      return (await desk.named([content])).length > 0 ? unlessGone(process.nameAgain(content)) : null
    case 'deletion':
      return process.delete(content)
    case 'sweep':
      return process.sweep()
    case 'day':
      desk.time += SWEPT_AFTER_MS
  }
}

it('keeps all bytes that are named, and sweeps remove all others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 3, maxLength: 10 }),
      fc.array(fc.nat({ max: 12 }), { minLength: 5, maxLength: 20 }),
      async (operations, turns) => {
        const { steps, pause } = slow(turns)
        const processes = [await desk.process(steps), await desk.process(steps)]
        await Promise.all(operations.map((one, i) => perform(one, processes[i % 2] as Process, pause)))
        const named = await desk.named(CONTENTS)
        expect(named.filter((one) => !desk.isStored(one))).toEqual([])
        const usual = await desk.process()
        await desk.sweepAll(usual)
        expect(desk.files().sort()).toEqual(named.map(hashOf).sort())
        expect(Object.keys(await desk.marks()).sort()).toEqual(named.map(hashOf).sort())
        for (const { db } of [...processes, usual]) await desk.leave(db)
      },
    ),
    { numRuns: 25 },
  )
})
