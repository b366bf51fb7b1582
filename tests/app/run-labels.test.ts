import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Platform } from '../../src/app/platform.ts'
import { createRunLabels } from '../../src/app/run-labels.ts'
import { createStudio, type StudioOptions } from '../../src/app/studio.ts'
import { BridgeFailure } from '../../src/shared/bridge/failure.ts'
import type { RunLabels } from '../../src/shared/domain/run-labels.ts'

let folder = ''
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sightline-labels-')), 'labels')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const labels = (run_id: string, part: Partial<RunLabels> = {}): RunLabels => ({
  ...{ run_id, name: null, tags: [], note: null },
  ...part,
})
const night = labels('run-1', { name: 'Night', tags: ['rain', 'junction 4'], note: 'Lens was wet.\nAgain.' })

describe('labels of runs', () => {
  it('are empty at first', async () => {
    expect(await createRunLabels(folder).list()).toEqual([])
  })

  it('are stored across restarts, in files that only their owner may read', async () => {
    const revision = await createRunLabels(folder).set(night, null)
    expect(await createRunLabels(folder).list()).toEqual([{ value: night, revision }])
    expect(readdirSync(folder)).toEqual(['run-1.json'])
    if (process.platform === 'win32') return
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'run-1.json')).mode & 0o777).toBe(0o600)
  })

  it('are replaced and removed only by a write that is based on them', async () => {
    const store = createRunLabels(folder)
    const first = await store.set(night, null)
    const second = await store.set({ ...night, name: 'Rain' }, first)
    await expect(store.set({ ...night, name: 'Fog' }, first)).rejects.toMatchObject({ code: 'stale_revision' })
    await expect(store.set(labels('run-1'), first)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await store.list()).toEqual([{ value: { ...night, name: 'Rain' }, revision: second }])
  })

  it('leave no file when they are empty, also when the write is repeated', async () => {
    const store = createRunLabels(folder)
    const revision = await store.set(night, null)
    await expect(store.set(labels('run-1'), revision)).resolves.toBeNull()
    await expect(store.set(labels('run-1'), revision)).resolves.toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('lose none of several concurrent writes', async () => {
    const store = createRunLabels(folder)
    const ids = ['a', 'b', 'c', 'd']
    await Promise.all(ids.map((id) => store.set(labels(id, { name: id }), null)))
    expect((await store.list()).map((l) => l.value.run_id).sort()).toEqual(ids)
  })

  it('survive a damaged file of another run, which is set aside', async () => {
    const store = createRunLabels(folder)
    const revision = await store.set(night, null)
    writeFileSync(join(folder, 'run-2.json'), '{"run_id":"run-2","name":"Half')
    expect(await store.list()).toEqual([{ value: night, revision }])
    const [aside = ''] = readdirSync(folder).filter((name) => name.startsWith('run-2.json.broken-'))
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"run_id":"run-2","name":"Half')
    await expect(store.set(labels('run-2', { name: 'New' }), null)).resolves.toBeTruthy()
  })

  it('of a run whose id is not a file name are still stored inside the folder', async () => {
    const store = createRunLabels(folder)
    await store.set(labels('../../Other run', { tags: ['far'] }), null)
    expect((await store.list()).map((l) => l.value.run_id)).toEqual(['../../Other run'])
    expect(readdirSync(folder)).toHaveLength(1)
    await store.forget('../../Other run')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the host', () => {
  /** A fake platform with these runs. */
  function studioWith(...runs: string[]) {
    const answer = (run_id: string) => {
      if (!runs.includes(run_id)) throw new BridgeFailure({ code: 'not_found', message: 'There is no such run.' })
      return {}
    }
    const client = {
      workflowRuns: { get: async ({ params }: { params: { run_id: string } }) => answer(params.run_id) },
      call: async (_: string, { params }: { params: { run_id: string } }) => answer(params.run_id),
    }
    const platform = {
      use: async (work: (c: typeof client) => Promise<unknown>) => work(client),
    } as unknown as Platform
    return createStudio({ platform, labels: createRunLabels(folder) } as StudioOptions)
  }
  const signal = new AbortController().signal
  const remove = (studio: ReturnType<typeof studioWith>, endpoint: string, run_id: string) =>
    studio.api({ endpoint, input: { params: { run_id } } }, signal)

  it('deletes the labels with their run, also when another client deleted the run first', async () => {
    const store = createRunLabels(folder)
    for (const id of ['run-1', 'run-2', 'run-3']) await store.set(labels(id, { name: id }), null)
    const studio = studioWith('run-1', 'run-3')
    await remove(studio, 'workflowRuns.delete', 'run-1')
    await expect(remove(studio, 'workflowRuns.delete', 'run-2')).rejects.toMatchObject({ code: 'not_found' })
    await remove(studio, 'workflowRuns.get', 'run-3')
    expect((await studio.listRunLabels({}, signal)).map((l) => l.value.run_id)).toEqual(['run-3'])
  })

  it('rejects new labels of a deleted run', async () => {
    const studio = studioWith('run-1')
    const { revision } = await studio.setRunLabels({ value: night, revision: null }, signal)
    expect(revision).toMatch(/^[0-9a-f]{16}$/)
    const gone = { value: labels('run-2', { name: 'Late' }), revision: null }
    await expect(studio.setRunLabels(gone, signal)).rejects.toMatchObject({ code: 'not_found' })
    expect(readdirSync(folder)).toEqual(['run-1.json'])
  })
})
