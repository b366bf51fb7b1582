import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { modelFixture } from '../support/bundles.ts'
import { engine, graphOf, jobOf, runToEnd } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'video.mp4')
const graph = graphOf({ find: ['model', { model_id: 'colours' }], lines: ['sink', { kind: 'json' }] }, [
  'source>find',
  'find>lines',
])

beforeAll(async () => {
  await writeVideo(video, 30, (i) => [{ x: 4 * i, y: 32, color: 'red' }])
})

const file = (name: string, content: Buffer | string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Executes a job that must fail; it keeps nothing but its log, which contains the same error. */
async function failing(name: string, job: (outDir: string) => ReturnType<typeof jobOf>, execute = runHere) {
  const outDir = join(folder, `out-${name}`)
  const run = await execute(job(outDir))
  expect(run.status).toBe('error')
  expect(readdirSync(outDir)).toEqual(['run.log'])
  expect(run.artifacts.map((a) => a.name)).toEqual(['run.log'])
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain(run.error?.message)
  expect(run.error?.message).toMatch(/^[^{}\n]+\.$/)
  return run.error
}

describe('broken input fails the run with a message that names the file', () => {
  test('rejects a truncated mp4', async () => {
    const bytes = readFileSync(video)
    const path = file('cut.mp4', bytes.subarray(0, bytes.length / 2))
    const error = await failing('cut', (outDir) => jobOf(graph, path, outDir))
    expect(error).toMatchObject({ code: 'source_unreadable', node_id: 'source' })
    expect(error?.message).toContain('cut.mp4')
  })

  test('rejects an empty file', async () => {
    const error = await failing('empty', (outDir) => jobOf(graph, file('empty.mp4', ''), outDir))
    expect(error).toMatchObject({ code: 'source_empty', node_id: 'source' })
    expect(error?.message).toContain('empty.mp4')
  })

  test('rejects a text file named .mp4', async () => {
    const path = file('letter.mp4', 'Dear reader,\n'.repeat(100))
    const error = await failing('text', (outDir) => jobOf(graph, path, outDir))
    expect(error).toMatchObject({ code: 'source_unreadable', node_id: 'source' })
    expect(error?.message).toContain('letter.mp4')
  })

  test("uses the owner's file name, also in the log", async () => {
    const path = file('01a1-stored.mp4', '')
    const error = await failing('stored', (outDir) => {
      const job = jobOf(graph, path, outDir)
      return { ...job, source: { ...job.source, name: 'Holiday $& video.mp4' } }
    })
    expect(error?.message).toMatch(/^“Holiday \$& video\.mp4” is empty/)
    expect(readFileSync(join(folder, 'out-stored', 'run.log'), 'utf8')).not.toContain('01a1-stored')
  })

  test('rejects a missing file', async () => {
    const error = await failing('gone', (outDir) => jobOf(graph, join(folder, 'gone.mp4'), outDir))
    expect(error).toMatchObject({ code: 'source_missing', node_id: 'source' })
  })

  test('rejects a corrupt ONNX file, also in a process of its own', async () => {
    const bytes = readFileSync(modelFixture('colours-v8'))
    const broken = file('broken.onnx', bytes.subarray(0, 2000))
    const models = { find: { path: broken, name: 'broken.onnx', sha256: 'x' } }
    for (const execute of [runHere, runToEnd]) {
      const job = (outDir: string) => ({ ...jobOf(graph, video, outDir, broken), models })
      const error = await failing(`onnx-${execute.name}`, job, execute)
      expect(error).toMatchObject({ code: 'model_unreadable', node_id: 'find' })
      expect(error?.message).toContain('broken.onnx')
    }
  })

  test('rejects a model of another kind', async () => {
    const error = await failing('unfit-output', (outDir) => jobOf(graph, video, outDir, modelFixture('unfit-output')))
    expect(error).toMatchObject({ code: 'model_unsupported', node_id: 'find' })
  })

  test('rejects a re-identification model in a model block', async () => {
    const reid = modelFixture('colours-reid-four')
    const error = await failing('reid', (outDir) => jobOf(graph, video, outDir, reid))
    expect(error).toMatchObject({ code: 'model_unsupported', node_id: 'find' })
    expect(error?.message).toContain('is a re-identification model, which detects nothing')
  })
})

describe('a job that can’t be run is rejected before anything is opened', () => {
  test('rejects a graph with a problem', async () => {
    const error = await failing('graph', (outDir) => jobOf(graphOf({}, []), video, outDir))
    expect(error).toMatchObject({ code: 'graph_invalid' })
  })
})

test('a results folder that can’t be created fails the run with a message', async () => {
  const run = await runHere(jobOf(graph, video, join(file('a-file', ''), 'out')))
  expect(run).toMatchObject({ status: 'error', artifacts: [], error: { code: 'output_unwritable' } })
})

test('probe and inspectModel return a value or a message', async () => {
  expect(await engine().probe({ path: video })).toMatchObject({ ok: true, value: { width: 160, height: 96 } })
  expect(await engine().probe({ path: join(folder, 'nowhere.mp4') })).toMatchObject({
    ok: false,
    error: { code: 'source_missing' },
  })
  const notes = file('01a1-notes.mp4', 'Dear reader,\n'.repeat(100))
  expect(await engine().probe({ path: notes, name: 'My notes.mp4' })).toMatchObject({
    ok: false,
    error: { code: 'source_unreadable', message: expect.stringMatching(/^“My notes\.mp4” is not a video/) },
  })
  expect(await engine().inspectModel(notes, 'Mine.onnx')).toMatchObject({
    ok: false,
    error: { code: 'model_unreadable', message: expect.stringContaining('“Mine.onnx”') },
  })
  expect(await engine().inspectModel(modelFixture('colours-v5'))).toMatchObject({
    ok: true,
    value: { classes: ['red', 'green'] },
  })
  expect(await engine().inspectModel(modelFixture('unfit-output'))).toMatchObject({
    ok: false,
    error: { code: 'model_unsupported' },
  })
})
