// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { type Host, HostError } from '../../../../src/renderer/base/host/host-context.ts'
import { createCandidates } from '../../../../src/renderer/screens/batch/setup/candidates.ts'
import type { PickedSource } from '../../../../src/shared/bridge/studio.ts'
import { createFakeHost } from '../../fake-host.ts'

const sourceOf = (path: string): PickedSource => ({
  uri: `file://${path}`,
  name: path.split('/').at(-1) ?? path,
  kind: path.endsWith('.png') ? 'image' : 'video',
  size_bytes: 10,
  video: null,
})

/** A desktop host that can't read some paths. */
function desktop(broken: readonly string[] = []) {
  const host = createFakeHost({}, { native_dialogs: true })
  const openSourcePath = async ({ path }: { path: string }) => {
    if (!broken.includes(path)) return sourceOf(path)
    throw new HostError({ code: 'video_unreadable', message: 'This video is damaged.', details: [] })
  }
  return { ...host, studio: { ...host.studio, openSourcePath } } as Host
}

const at = (...paths: string[]) => paths.map((path) => ({ path }))

describe('the files chosen for a batch', () => {
  test('are read in the order of their names, and an unreadable file does not hold up the others', async () => {
    const files = createCandidates(desktop(['/b.mp4']), () => null)
    files.add(at('/cam 10.mp4', '/cam 2.mp4', '/b.mp4'))
    await expect
      .poll(() => files.store.getState().files.map(({ name, state }) => [name, state.is]))
      .toEqual([
        ['b.mp4', 'bad'],
        ['cam 2.mp4', 'ready'],
        ['cam 10.mp4', 'ready'],
      ])
    expect(files.store.getState().files[0]?.state).toEqual({ is: 'bad', reason: 'This video is damaged.' })
  })

  test('are listed once, however often they are chosen', () => {
    const files = createCandidates(desktop(), () => null)
    files.add(at('/a.mp4', '/a.mp4'))
    files.add(at('/a.mp4', '/b.mp4'))
    expect(files.store.getState().files.map((f) => f.name)).toEqual(['a.mp4', 'b.mp4'])
  })

  test('are rejected with a reason when the workflow can’t run on them', async () => {
    const files = createCandidates(desktop(), ({ kind }) => (kind === 'image' ? 'An image does not move.' : null))
    files.add(at('/still.png'))
    await expect
      .poll(() => files.store.getState().files[0]?.state)
      .toEqual({ is: 'bad', reason: 'An image does not move.' })
  })

  test('are never read when they are removed while waiting', async () => {
    const host = desktop()
    const open = vi.spyOn(host.studio, 'openSourcePath')
    const files = createCandidates(host, () => null)
    files.add(at('/a.mp4', '/b.mp4', '/c.mp4'))
    files.remove(files.store.getState().files[1]?.id as string)
    await expect.poll(() => files.store.getState().files.every((f) => f.state.is === 'ready')).toBe(true)
    expect(open.mock.calls.map(([input]) => input.path)).toEqual(['/a.mp4', '/c.mp4'])
  })
})
