/** Uploads, copies, deletions and sweeps of two processes in any order. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SWEPT_AFTER_MS } from '../../../../src/platform/datasets/storage/blob-removal.ts'
import { BlobGone } from '../../../../src/platform/files/blobs/name-blobs.ts'
import { type BlobDesk, hashOf, openBlobDesk, type Process, type Steps } from './blob-desk.ts'

const CONTENTS = ['the street', 'the yard']

let desk: BlobDesk
let usual: Process
beforeEach(async () => {
  desk = await openBlobDesk()
  usual = await desk.process()
})
afterEach(() => desk.close())

/** Before and after each step, a number of queries of others get their turn. */
function slow(turns: readonly number[]): { steps: Steps; pause(): Promise<void> } {
  let next = 0
  async function pause(): Promise<void> {
    for (let left = turns[next++ % turns.length] ?? 0; left > 0; left--) await desk.marks()
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

const content = fc.constantFrom('the street', 'the street', 'the street', 'the yard')
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('upload' as const), content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failing upload' as const), content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), content }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deletion' as const), content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const), content }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** A copy meets the removal of what it copies; an upload loses its bytes only when a day passes in the middle of it. */
const unlessGone = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error) => {
    if (!(error instanceof BlobGone)) throw error
  })

async function perform(
  { kind, content }: Operation,
  process: Process,
  { pause, days }: { pause: () => Promise<void>; days: boolean },
): Promise<unknown> {
  await pause()
  switch (kind) {
    case 'upload':
      return days ? unlessGone(process.upload(content, pause)) : process.upload(content, pause)
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
      fc.array(operation, { minLength: 4, maxLength: 12 }),
      fc.array(fc.nat({ max: 5 }), { minLength: 5, maxLength: 20 }),
      async (operations, turns) => {
        const { steps, pause } = slow(turns)
        const processes = [await desk.process(steps), await desk.process(steps)]
        const days = operations.some(({ kind }) => kind === 'day')
        await Promise.all(operations.map((one, i) => perform(one, processes[i % 2] as Process, { pause, days })))
        const named = await desk.named(CONTENTS)
        expect(named.filter((one) => !desk.isStored(one))).toEqual([])
        await desk.sweepAll(usual)
        expect(desk.files().sort()).toEqual(named.map(hashOf).sort())
        expect(Object.keys(await desk.marks()).sort()).toEqual(named.map(hashOf).sort())
        for (const { db } of processes) await desk.leave(db)
      },
    ),
    { numRuns: 10 },
  )
})
