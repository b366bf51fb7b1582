/** Uses a real full file system where one can be mounted; elsewhere its failures are simulated at the edges. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorkflowRun } from '../../../src/shared/domain/run.ts'
import { createFullDisk } from '../support/full-disk.ts'
import { countingGraph } from '../support/graphs.ts'
import { type Harness, makeResources, startHarness } from '../support/harness.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

function simulatedDisk(): SmallDisk {
  const disk = createFullDisk()
  const dir = mkdtempSync(join(tmpdir(), 'sightline-small-'))
  const remove = () => {
    disk.restore()
    rmSync(dir, { recursive: true })
  }
  return { dir, fill: () => disk.fill(0, true), free: disk.free, remove }
}

let disk: SmallDisk
let resourcesDir: string
let h: Harness
beforeEach(async () => {
  disk = mountSmallDisk(10) ?? simulatedDisk()
  resourcesDir = makeResources()
  h = await startHarness({ dataDir: join(disk.dir, 'data'), resourcesDir })
})
afterEach(async () => {
  disk.free()
  await h.close()
  disk.remove()
  rmSync(resourcesDir, { recursive: true })
})

/** Changes a workflow until a change is rejected: earlier ones fit into the space that SQLite already holds. */
async function changeUntilRefused(workflow: string) {
  for (let n = 0; ; n++) {
    const body = { readme: `${n} `.repeat(2000) }
    const answer = await h.api<{ readme?: string; error?: { code: string } }>('PATCH', `/workflows/${workflow}`, {
      body,
    })
    if (answer.status !== 200) return { n, answer }
  }
}

it('rejects runs, changes and uploads with one sentence, keeps existing data, and works again when there is room', async () => {
  const workflow = await h.createWorkflow('W', countingGraph())
  disk.fill()
  const { n, answer } = await changeUntilRefused(workflow)
  expect([answer.status, answer.body.error?.code]).toEqual([507, 'disk_full'])
  const kept = await h.api<{ readme: string | null }>('GET', `/workflows/${workflow}`)
  expect(kept.body.readme ?? '').toBe(n === 0 ? '' : `${n - 1} `.repeat(2000))

  const upload = await h.fail('POST', '/workflows/upload-url', {
    body: { filename: 'a.mp4', content_type: 'video/mp4' },
  })
  expect([upload.status, upload.error.code]).toEqual([507, 'disk_full'])
  const run = await h.fail('POST', `/workflows/${workflow}/run`)
  expect([run.status, run.error.code]).toEqual([507, 'disk_full'])
  expect((await h.api<WorkflowRun[]>('GET', '/workflow-runs')).body).toEqual([])

  disk.free()
  const id = await h.startRun(workflow)
  expect((await h.api<WorkflowRun[]>('GET', '/workflow-runs')).body.map((r) => r.id)).toEqual([id])
  expect(await h.upload('a.mp4', 'VIDEO')).toContain('a.mp4')
})

it('makes room by removing what is in quarantine', async () => {
  const workflow = await h.createWorkflow('W', countingGraph())
  const sha256 = 'ab'.repeat(32)
  const held = join(disk.dir, 'data', 'quarantine', 'ab', sha256)
  mkdirSync(dirname(held), { recursive: true })
  writeFileSync(held, Buffer.alloc(1024 * 1024))
  disk.fill()
  await changeUntilRefused(workflow)
  await expect.poll(() => existsSync(held)).toBe(false)
  await expect.poll(() => h.logged.join('\n')).toContain(`because the disk is full: ${sha256}`)
})

it('does not start in a folder of its own, and reports why', async () => {
  const dataDir = join(disk.dir, 'another')
  disk.fill()
  await expect(startHarness({ dataDir, resourcesDir })).rejects.toThrow(
    `The disk that holds ${dataDir} is full. Make room, then start Sightline again.`,
  )
  disk.free()
  const later = await startHarness({ dataDir, resourcesDir })
  await later.close()
})
