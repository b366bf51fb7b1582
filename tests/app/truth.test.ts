import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTruthStore } from '../../src/app/truth.ts'
import type { Truth } from '../../src/shared/domain/truth.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-truth-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)]
const truth = (sha256: string, times: number[]): Truth => ({
  format: 'sightline-truth',
  version: 1,
  media: { sha256, name: 'street.mp4' },
  places: [
    {
      name: 'Main road',
      kind: 'line',
      watched: [[0, 10]],
      marks: times.map((time_s, i) => ({ id: `m${i}`, time_s, kind: 'a_to_b', class_name: null })),
    },
  ],
})

describe('marks of people', () => {
  it('are stored by video, also across restarts', async () => {
    expect(await createTruthStore(folder).get(A)).toBeNull()
    await createTruthStore(folder).set(truth(A, [1, 2]), null)
    await createTruthStore(folder).set(truth(B, [3]), null)
    expect(await createTruthStore(folder).get(A)).toMatchObject({ value: truth(A, [1, 2]) })
    expect(await createTruthStore(folder).get(B)).toMatchObject({ value: truth(B, [3]) })
  })

  it('are replaced only by a window that has read them', async () => {
    const store = createTruthStore(folder)
    const first = await store.set(truth(A, [1]), null)
    await expect(store.set(truth(A, [2]), null)).rejects.toMatchObject({ code: 'stale_revision' })
    const second = await store.set(truth(A, [1, 2]), first)
    await expect(store.set(truth(A, [3]), first)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await store.get(A)).toEqual({ value: truth(A, [1, 2]), revision: second })
    expect(readdirSync(folder)).toEqual([`${A}.json`])
  })

  it('that can’t be read are set aside, not overwritten', async () => {
    writeFileSync(join(folder, `${A}.json`), '{"format":"sightline-truth","pla')
    const store = createTruthStore(folder)
    expect(await store.get(A)).toBeNull()
    await store.set(truth(A, [1]), null)
    expect(readdirSync(folder).sort()).toEqual([`${A}.json`, expect.stringMatching(/\.broken-/)])
  })
})
