/** Full disks: file sizes are limited for the engine's process (EFBIG), `/dev/full` replaces a disk (ENOSPC). */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ForkFn, forkChild } from '../../../src/engine/host/engine-child.ts'
import { createVideoWriter } from '../../../src/engine/media/video-writer.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { plainFrame, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')

beforeAll(async () => {
  await writeVideo(video, 250, (i) => [{ x: 2 * (i % 60), y: 32, color: 'red' }])
})

/** An engine process whose files can't grow beyond so many KiB. */
const withFilesUpTo = (kib: number): ForkFn => {
  const limited = join(folder, `node-${kib}`)
  writeFileSync(limited, `#!/usr/bin/env bash\nulimit -f ${kib}\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  return (entry, env) => {
    const node = process.execPath
    process.execPath = limited
    try {
      return forkChild(entry, env)
    } finally {
      process.execPath = node
    }
  }
}

const results = (outDir: string) =>
  Object.fromEntries(
    readdirSync(outDir)
      .filter((name) => /\.(csv|jsonl|mp4)$/.test(name))
      .map((name) => [name, readFileSync(join(outDir, name)).toString('base64')]),
  )

const tables = graphOf({ find: ['model', { model_id: 'colours' }], lines: ['sink', { kind: 'csv' }] }, [
  'source>find',
  'find>lines',
])
const videoGraph = graphOf(
  {
    find: ['model', { model_id: 'colours' }],
    draw: ['visualize'],
    video: ['sink', { kind: 'annotated_video', quality: 'high' }],
  },
  ['source>find', 'find>draw', 'draw>video'],
)

describe.skipIf(process.platform === 'win32')('a disk that becomes full during a run', () => {
  const sinks: [string, Graph, string, number][] = [
    ['a table', tables, 'lines-detections.csv', 6],
    ['a video', videoGraph, 'video.mp4', 6],
  ]
  test.each(sinks)('ends %s as disk_full, without partial files', async (_, graph, name, kib) => {
    const outDir = join(folder, `full-${name}`)
    const options = { fork: withFilesUpTo(kib), limits: { checkpointMs: 600_000 } }
    const outcome = await engine(options).start(jobOf(graph, video, outDir), () => undefined).done
    expect(outcome).toMatchObject({ status: 'error', resumable: false, error: { code: 'disk_full' } })
    expect(outcome.error?.message).toMatch(new RegExp(`^“${name}” has become larger than its disk.*\\.$`))
    expect(outcome.error?.node_id).toBe(graph.nodes.at(-1)?.id)
    expect(readdirSync(outDir)).toEqual(['run.log'])
    expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain(outcome.error?.message)
  })

  test.each(sinks)('leaves a checkpoint from which %s is finished once there is room', async (_, graph, name, kib) => {
    const wholeDir = join(folder, `whole-${name}`)
    const whole = await runHere(jobOf(graph, video, wholeDir))
    expect(whole.error).toBeNull()
    const outDir = join(folder, `resumed-${name}`)
    const job: RunJob = jobOf(graph, video, outDir)
    const options = { fork: withFilesUpTo(2 * kib), limits: { checkpointMs: 1 } }
    const outcome = await engine(options).start(job, () => undefined).done
    expect(outcome).toMatchObject({ status: 'error', resumable: true, error: { code: 'disk_full' } })
    expect(readdirSync(outDir).filter((n) => !n.startsWith('.'))).toEqual(['run.log'])
    const next = await runHere({ ...job, resume: { outDir, runId: job.runId } })
    expect(next).toMatchObject({ status: 'completed', error: null, counts: whole.counts })
    expect(next.progress.frames_done).toBe(whole.progress.frames_done)
    expect(Object.keys(results(outDir))).toEqual(Object.keys(results(wholeDir)))
    if (name.endsWith('.csv')) expect(results(outDir)).toEqual(results(wholeDir))
    expect(readdirSync(outDir).filter((n) => n.startsWith('.'))).toEqual([])
  })
})

describe.skipIf(!existsSync('/dev/full'))('a video on a disk without any room', () => {
  const options = { width: 64, height: 64, quality: 'high', fps: 10 } as const
  test.each(['.packets', ''])('is reported as a full disk wherever the error occurs (%s)', async (ending) => {
    const path = join(folder, `none${ending}.mp4`)
    symlinkSync('/dev/full', `${path}${ending}`)
    const writer = await createVideoWriter(path, options)
    const writing = async () => {
      for (let i = 0; i < 20; i++) await writer.write(plainFrame(i, i / 10, [], { width: 64, height: 64 }))
      await writer.finish()
    }
    await expect(writing()).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/^The disk is full: /),
    })
    await writer.close()
    expect(readdirSync(folder).filter((n) => n.startsWith(`none${ending}`))).toEqual([])
  })
})
