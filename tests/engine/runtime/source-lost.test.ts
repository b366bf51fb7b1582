/** A source that is changed or removed while a run reads it. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import { makeVideo, steady } from '../media/make-video.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const original = join(folder, 'original.mov')
const FRAMES = 400
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours' }],
    draw: ['visualize'],
    video: ['sink', { kind: 'annotated_video' }],
    lines: ['sink', { kind: 'json' }],
  },
  ['source>find', 'find>draw', 'draw>video', 'find>lines'],
)

beforeAll(async () => {
  // Uncompressed audio makes the file too large to be read ahead.
  await makeVideo({ path: original, width: 640, height: 360, ticks: steady(FRAMES, 25), sound: 'pcm_s16le' })
})

/** Runs the job, and disturbs its source once frames are in flight. */
async function disturbed(name: string, disturb: (path: string) => void) {
  const path = join(folder, `${name}.mov`)
  copyFileSync(original, path)
  const outDir = join(folder, `out-${name}`)
  const cacheDir = join(folder, `cache-${name}`)
  let undisturbed = true
  const run = engine({ limits: { checkpointMs: 600_000 } }).start(
    { ...jobOf(graph, path, outDir), cacheDir },
    (report) => {
      if (report.type !== 'progress' || !undisturbed) return
      undisturbed = false
      disturb(path)
    },
  )
  const outcome = await run.done
  expect(undisturbed).toBe(false)
  const log = readFileSync(join(outDir, 'run.log'), 'utf8')
  const tapes = join(cacheDir, 'tapes')
  return { outcome, files: readdirSync(outDir).sort(), log, tapes: existsSync(tapes) ? readdirSync(tapes) : [] }
}

function expectRefusal({ outcome, files, log }: { outcome: RunOutcome; files: string[]; log: string }, name: string) {
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'source_unreadable', node_id: 'source' } })
  expect(outcome.error?.message).toMatch(new RegExp(`^[^{}\\n]*“${name}”[^{}\\n]*\\.$`))
  expect(files).toEqual(['run.log'])
  expect(log).toContain(outcome.error?.message)
}

describe('a video that, during a run,', () => {
  test.skipIf(process.platform === 'win32')('is removed is read to its end, without its audio', async () => {
    const { outcome, files, log, tapes } = await disturbed('removed', unlinkSync)
    expect(outcome).toMatchObject({ status: 'completed', error: null, progress: { frames_done: FRAMES } })
    expect(files).toEqual(['lines.jsonl', 'manifest.json', 'run.log', 'video.mp4'])
    expect(log).toMatch(/warning \[video\] .*sound.*“removed\.mov”/i)
    expect(tapes).not.toEqual([])
  })

  test('is cut in half fails the run', async () => {
    expectRefusal(await disturbed('half', (path) => truncateSync(path, statSync(path).size >> 1)), 'half.mov')
  })

  test('is emptied fails the run', async () => {
    expectRefusal(await disturbed('emptied', (path) => truncateSync(path, 0)), 'emptied.mov')
  })

  test('is overwritten gives a run with warnings, of which nothing is reused', async () => {
    const noise = (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 'Dear reader, '))
    const { outcome, log, tapes } = await disturbed('letter', noise)
    expect(outcome.status).toBe('completed')
    expect(log).toContain('warning [source] “letter.mov” was changed while it was read')
    expect(log).toMatch(/warning \[source\] “letter\.mov” is damaged in \d+ places/)
    expect(tapes).toEqual([])
  })
})
