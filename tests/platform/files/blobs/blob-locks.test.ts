/** Writers, deletions and sweeps of the same bytes at the same time, with each step held up in turn. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SWEPT_AFTER_MS } from '../../../../src/platform/datasets/storage/blob-removal.ts'
import { BlobGone } from '../../../../src/platform/files/blobs/name-blobs.ts'
import { type BlobDesk, createGate, hashOf, openBlobDesk, type Process } from './blob-desk.ts'

const HOUR_MS = 60 * 60_000
const VIDEO = 'a video of the street'
const OTHER = 'a video of the yard'

let desk: BlobDesk
let usual: Process
beforeEach(async () => {
  desk = await openBlobDesk()
  usual = await desk.process()
})
afterEach(() => desk.close())

describe('bytes that are being written', () => {
  it('stay when the last row that names them is deleted meanwhile', async () => {
    await usual.upload(VIDEO)
    const gate = createGate()
    const again = usual.upload(VIDEO, gate.pass)
    await gate.reached
    expect(await usual.delete(VIDEO)).toBe(0)
    gate.open()
    await again
    expect(desk.isStored(VIDEO)).toBe(true)
    expect(await desk.marks()).toEqual({ [hashOf(VIDEO)]: null })
    expect(await usual.delete(VIDEO)).toBe(1)
    expect(desk.files()).toEqual([])
  })

  it('stay when sweeps run meanwhile', async () => {
    const gate = createGate()
    const upload = usual.upload(VIDEO, gate.pass)
    await gate.reached
    for (const ms of [0, SWEPT_AFTER_MS - HOUR_MS]) {
      desk.time += ms
      await usual.sweep()
    }
    gate.open()
    await upload
    expect(desk.isStored(VIDEO)).toBe(true)
    await desk.sweepAll(usual)
    expect(desk.isStored(VIDEO)).toBe(true)
  })

  it('are not named when a sweep has taken them, a day after they were written', async () => {
    const gate = createGate()
    const upload = usual.upload(VIDEO, gate.pass)
    await gate.reached
    desk.time += SWEPT_AFTER_MS
    await usual.sweep()
    gate.open()
    await expect(upload).rejects.toThrow(BlobGone)
    expect(await desk.named([VIDEO])).toEqual([])
    await usual.upload(VIDEO)
    await desk.sweepAll(usual)
    expect(desk.isStored(VIDEO)).toBe(true)
  })

  it('are removed when their row can’t be stored', async () => {
    const failed = usual.upload(VIDEO, () => Promise.reject(new Error('no room')))
    await expect(failed).rejects.toThrow('no room')
    expect(desk.files()).toEqual([])
    expect(await desk.marks()).toEqual({})
  })

  it('stay for another writer when the one that wrote them first fails', async () => {
    const [first, second] = [createGate(), createGate()]
    const failing = usual.upload(VIDEO, async () => {
      await first.pass()
      throw new Error('no room')
    })
    await first.reached
    const other = usual.upload(VIDEO, second.pass)
    await second.reached
    first.open()
    await expect(failing).rejects.toThrow('no room')
    expect(desk.isStored(VIDEO)).toBe(true)
    second.open()
    await other
    await desk.sweepAll(usual)
    expect(desk.files()).toEqual([hashOf(VIDEO)])
    expect(await usual.delete(VIDEO)).toBe(1)
  })

  it('can be deleted at once after a writer of the same bytes has failed', async () => {
    await usual.upload(VIDEO)
    await expect(usual.upload(VIDEO, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(desk.isStored(VIDEO)).toBe(true)
    expect(await usual.delete(VIDEO)).toBe(1)
  })
})

describe('a writer', () => {
  it('does not wait for one of another process that stores other bytes', async () => {
    const gate = createGate()
    const [here, there] = [await desk.process(), await desk.process()]
    const first = here.upload(VIDEO, gate.pass)
    await gate.reached
    await there.upload(OTHER)
    expect(await desk.named([VIDEO, OTHER])).toEqual([OTHER])
    gate.open()
    await first
    expect(await desk.named([VIDEO, OTHER])).toEqual([VIDEO, OTHER])
  })

  it('does not wait for one of another process that stores the same bytes', async () => {
    const gate = createGate()
    const [here, there] = [await desk.process(), await desk.process()]
    const first = here.upload(VIDEO, gate.pass)
    await gate.reached
    await there.upload(VIDEO)
    // The first one is still about to name them.
    expect(await there.delete(VIDEO)).toBe(0)
    gate.open()
    await first
    expect(desk.isStored(VIDEO)).toBe(true)
    expect(await there.delete(VIDEO)).toBe(1)
  })

  it('stores its bytes again when a sweep moves them to quarantine at the same time', async () => {
    const gate = createGate()
    await usual.upload(VIDEO)
    await usual.db.deleteFrom('uploads').execute()
    await usual.sweep()
    desk.time += SWEPT_AFTER_MS
    const sweeping = await desk.process({
      quarantine: ({ put }) => ({
        async put(sha256, now) {
          await gate.pass()
          await put(sha256, now)
        },
      }),
    })
    const sweep = sweeping.sweep()
    await gate.reached
    const upload = (await desk.process()).upload(VIDEO)
    gate.open()
    await Promise.all([sweep, upload])
    expect(desk.isStored(VIDEO)).toBe(true)
    await desk.sweepAll(usual)
    expect(desk.files()).toEqual([hashOf(VIDEO)])
  })

  it('stores its bytes again when they are removed at the same time', async () => {
    const gate = createGate()
    await usual.upload(VIDEO)
    const removing = await desk.process({
      place: ({ remove }) => ({
        async remove(sha256) {
          await gate.pass()
          await remove(sha256)
        },
      }),
    })
    const removal = removing.delete(VIDEO)
    await gate.reached
    const upload = (await desk.process()).upload(VIDEO)
    gate.open()
    await Promise.all([removal, upload])
    expect(desk.isStored(VIDEO)).toBe(true)
    expect(await desk.named([VIDEO])).toEqual([VIDEO])
  })
})

it('a row can’t name bytes whose removal has begun', async () => {
  const gate = createGate()
  await usual.upload(VIDEO)
  const removing = await desk.process({
    place: ({ remove }) => ({
      async remove(sha256) {
        await gate.pass()
        await remove(sha256)
      },
    }),
  })
  const removal = removing.delete(VIDEO)
  await gate.reached
  const copy = usual.nameAgain(VIDEO)
  gate.open()
  await expect(copy).rejects.toThrow(BlobGone)
  expect(await removal).toBe(1)
  expect(await desk.named([VIDEO])).toEqual([])
})
