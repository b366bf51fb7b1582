import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlatformOptions, withPlatform } from '../../src/cli/platform-access.ts'
import { findEmbedder } from '../../src/platform/datasets/embeddings/embeddings.ts'
import { findSegmenter } from '../../src/platform/labelling/auto-annotation/installed-segmenters.ts'
import { bundle, modelFixture, root } from '../engine/support/bundles.ts'
import { writeEmbedder } from '../engine/support/embedder-files.ts'
import { graphOf } from '../engine/support/run.ts'
import { SAM3_FIXTURE, sam3Copy } from '../engine/support/sam3.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { writeVideo } from '../engine/support/test-frames.ts'
import { type Ended, sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const data = (name: string) => ({ SIGHTLINE_DATA: join(folder, name) })

describe('models of this machine', () => {
  const env = data('own')
  let imported: Ended
  beforeAll(async () => {
    imported = await sightline(['models', 'import', modelFixture('colours-v8'), '--name', 'squares'], folder, env)
  })

  test('an imported file is listed beside the bundled model', async () => {
    expect(imported).toEqual({
      code: 0,
      stdout: 'Imported “squares” (object detection: red, green).\n',
      stderr: '',
    })
    const listed = await sightline(['models', 'list'], folder, env)
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toMatch(/^squares +object detection +fp32 +ready +red, green$/m)
    expect(listed.stdout).toMatch(/^street-detector +object detection/m)
  })

  test('an imported model is named in a run by its name or id, in the graph or with --model', async () => {
    await writeVideo(join(folder, 'run.mp4'), 4, (i) => [{ x: 20 + i, y: 30, color: 'red' }])
    const listed = await warmSightline(['models', 'list', '--json'], folder, env)
    const { id } = (JSON.parse(listed.stdout) as { id: string; name: string }[]).find((m) => m.name === 'squares') ?? {}
    const graph = graphOf(
      {
        graph: ['model', { model_id: 'squares' }],
        id: ['model', { model_id: 'nobody' }],
        name: ['model', { model_id: 'nobody' }],
        a: ['sink', { kind: 'json' }],
        b: ['sink', { kind: 'json' }],
        c: ['sink', { kind: 'json' }],
      },
      ['source>graph', 'source>id', 'source>name', 'graph>a', 'id>b', 'name>c'],
    )
    writeFileSync(join(folder, 'run.json'), JSON.stringify(graph))
    const run = ['run', 'run.json', '--source', 'run.mp4', '--json', '--model', `id=${id}`, '--model']
    const { stdout } = await warmSightline([...run, 'name=squares'], folder, env)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', nodes: { graph: {}, id: {}, name: {} } })
    const missing = await warmSightline([...run, 'name=nobody'], folder, env)
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('There is no model “nobody”.')
  })

  test('a file that can’t be a model is reported in a sentence', async () => {
    const missing = await warmSightline(['models', 'import', 'nowhere.onnx'], folder, env)
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: 'sightline: There is no file “nowhere.onnx”.\n' })
    const isFolder = await warmSightline(['models', 'import', SAM3_FIXTURE], folder, env)
    expect(isFolder).toMatchObject({ code: 2, stderr: expect.stringContaining('models install-sam3') })
    writeFileSync(join(folder, 'letter.onnx'), 'Dear reader,')
    const letter = await sightline(['models', 'import', 'letter.onnx'], folder, env)
    expect(letter).toMatchObject({ code: 1, stdout: '' })
    expect(letter.stderr).toMatch(/^sightline: “letter\.onnx” .+\.$/m)
  })
})

describe('models of a platform that is served', () => {
  const dir = join(folder, 'served')
  let server: ReturnType<typeof spawn>
  let [url, key] = ['', '']

  beforeAll(async () => {
    server = spawn(process.execPath, [bundle('cli.js'), 'serve', '--port', '0', '--data', dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      server.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (/Owner key, .* in \S+\n/.test(said)) resolve()
      })
      server.on('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)))
    })
    url = /serves (\S+)/.exec(said)?.[1] ?? ''
    key = readFileSync(join(dir, 'first-owner-key'), 'utf8').trim()
  })
  afterAll(() => {
    server.kill('SIGTERM')
  })

  test('are listed and imported with a key, from the option or the environment', async () => {
    const at = ['--server', url]
    const imported = await warmSightline(['models', 'import', modelFixture('colours-v5'), ...at, '--key', key], folder)
    expect(imported.stdout).toContain('Imported “colours-v5”')
    const listed = await warmSightline(['models', 'list', '--json', ...at], folder, { SIGHTLINE_API_KEY: key })
    const names = (JSON.parse(listed.stdout) as { name: string }[]).map((m) => m.name)
    expect(names.sort()).toEqual(['colours-v5', 'street-detector'])
  })

  test('fail with the reason without a key, with a wrong one, or without a server', async () => {
    const why = async (options: PlatformOptions) => {
      const outcome = await withPlatform(options, ({ client }) => client.models.list()).catch((e: Error) => e.message)
      return outcome as string
    }
    expect(await why({ server: url })).toContain('needs an API key')
    expect(await why({ server: url, key: 'nonsense' })).toMatch(/key/)
    expect(await why({ server: 'localhost', key })).toContain('is not the address of a server')
    expect(await why({ server: 'http://127.0.0.1:9', key })).toContain('cannot be reached')
    expect(await why({ server: url, key, data: dir })).toContain('either a server or a data folder')
  })

  test('explain the remedy when their data folder is in use', async () => {
    const { code, stderr } = await warmSightline(['models', 'list', '--data', dir], folder)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^sightline: Sightline is running on the data folder .*--server and --key\.\n$/)
  })
})

describe('SAM 3', () => {
  const workflow = () => {
    const graph = {
      version: 1,
      nodes: [
        { id: 'clip', type: 'source', config: { kind: 'video', gcs_uri: 'squares.mp4' } },
        {
          id: 'find',
          type: 'model',
          config: { model_kind: 'sam3', prompt_classes: [{ name: 'red', output_type: 'bbox' }] },
        },
        { id: 'lines', type: 'sink', config: { kind: 'json' } },
      ],
      edges: [
        { source: 'clip', target: 'find' },
        { source: 'find', target: 'lines' },
      ],
    }
    writeFileSync(join(folder, 'sam3.json'), JSON.stringify(graph))
    return 'sam3.json'
  }
  beforeAll(() => writeVideo(join(folder, 'squares.mp4'), 3, () => [{ x: 40, y: 24, side: 48, color: 'red' }]))

  test('does not run before it is installed, unless its folder is named for the run', async () => {
    const nothing = data('nothing')
    const before = await warmSightline(['run', workflow(), '--json', '--out', 'before'], folder, nothing)
    expect(before.code).toBe(1)
    expect(JSON.parse(before.stdout).error).toMatchObject({
      code: 'model_missing',
      node_id: 'find',
      message: expect.stringContaining('sightline models install-sam3'),
    })
    const args = ['run', workflow(), '--sam3', SAM3_FIXTURE, '--json', '--out', 'once']
    const elsewhere = await warmSightline(args, folder, nothing)
    expect(JSON.parse(elsewhere.stdout).status).toBe('completed')
  })

  test('is installed in place of an earlier installation, and then runs', async () => {
    const env = data('sam3')
    const installed = join(folder, 'sam3', 'models', 'sam3')
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'vision-encoder.onnx'), 'old')
    writeFileSync(join(installed, 'vision-encoder.onnx.data'), 'old')
    const install = await sightline(['models', 'install-sam3', SAM3_FIXTURE], folder, env)
    expect(install).toEqual({ code: 0, stdout: `SAM 3 is installed in ${installed}.\n`, stderr: '' })
    expect(readdirSync(join(folder, 'sam3', 'models'))).toEqual(['sam3'])
    expect(readdirSync(installed)).not.toContain('vision-encoder.onnx.data')
    expect(readFileSync(join(installed, 'vision-encoder.onnx'))).toEqual(
      readFileSync(join(SAM3_FIXTURE, 'vision-encoder.onnx')),
    )
    const after = await warmSightline(['run', workflow(), '--json', '--out', 'after'], folder, env)
    expect(after.stderr).not.toContain('sightline:')
    expect(JSON.parse(after.stdout)).toMatchObject({ status: 'completed', nodes: { find: { frames_in: 3 } } })
    expect(JSON.parse(after.stdout).nodes.find.detections).toBeGreaterThan(0)
    const manifest = readFileSync(join(folder, 'after', 'manifest.json'), 'utf8')
    expect(manifest).toMatch(/"sha256": ?"[0-9a-f]{64}"/)
  })

  test('is installed whole or not at all', async () => {
    const fresh = data('partial')
    const lacking = sam3Copy(folder)
    rmSync(join(lacking, 'tokenizer.json'))
    const missing = await warmSightline(['models', 'install-sam3', lacking], folder, fresh)
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('lacks “tokenizer.json”') })
    const unfit = sam3Copy(folder)
    cpSync(modelFixture('colours-v8'), join(unfit, 'text-encoder.onnx'))
    const misfit = await warmSightline(['models', 'install-sam3', unfit], folder, fresh)
    expect(misfit).toMatchObject({ code: 1, stderr: expect.stringContaining('“text-encoder.onnx” does not fit SAM 3') })
    expect(existsSync(join(folder, 'partial', 'models', 'sam3'))).toBe(false)
  })
})

describe('a segmenter', () => {
  const fixture = join(root, 'tests', 'fixtures', 'segmenters', 'sam2')

  test('is installed with its name after a trial of its networks', async () => {
    const env = data('segmenter')
    const target = join(folder, 'segmenter', 'models', 'segmenter')
    const installed = await sightline(['models', 'install-segmenter', fixture, '--name', 'sam2 tiny'], folder, env)
    expect(installed).toEqual({
      code: 0,
      stdout: `The segmenter “sam2 tiny” is installed in ${target}.\n`,
      stderr: '',
    })
    expect(readdirSync(target).sort()).toEqual(['decoder.onnx', 'encoder.onnx', 'segmenter.json'])
    expect(await findSegmenter(target)).toMatchObject({ kind: 'sam', name: 'sam2 tiny', folder: target })
  })

  test('is found by the inputs of two files of any name, with their weights', async () => {
    const env = data('other-names')
    const from = join(folder, 'other-names-download')
    cpSync(join(root, 'tests', 'fixtures', 'segmenters', 'edge-sam'), from, { recursive: true })
    // A file of weights that no network asks for is copied as well: only the name says that it belongs.
    for (const name of ['edge_sam_3x_encoder.onnx.data', 'README.md']) writeFileSync(join(from, name), 'x')
    const target = join(folder, 'other-names', 'models', 'segmenter')
    expect(await warmSightline(['models', 'install-segmenter', from], folder, env)).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(readdirSync(target).sort()).toEqual([
      'edge_sam_3x_decoder.onnx',
      'edge_sam_3x_encoder.onnx',
      'edge_sam_3x_encoder.onnx.data',
      'segmenter.json',
    ])
    expect(await findSegmenter(target)).toMatchObject({ kind: 'sam', folder: target })
  })

  test('is not installed when a file is missing or does not fit', async () => {
    const env = data('no-segmenter')
    const missing = await warmSightline(['models', 'install-segmenter', SAM3_FIXTURE], folder, env)
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('A segmenter is two ONNX files') })
    const unfit = join(folder, 'unfit-segmenter')
    cpSync(fixture, unfit, { recursive: true })
    cpSync(modelFixture('colours-v8'), join(unfit, 'decoder.onnx'))
    const misfit = await warmSightline(['models', 'install-segmenter', unfit], folder, env)
    expect(misfit).toMatchObject({ code: 1, stderr: expect.stringContaining('does not fit a segmenter') })
    expect(existsSync(join(folder, 'no-segmenter', 'models', 'segmenter'))).toBe(false)
  })
})

describe('a search model', () => {
  test('is installed with its name after a trial of its networks, or not at all', async () => {
    const env = data('embedder')
    const from = join(folder, 'clip')
    writeEmbedder(from)
    const target = join(folder, 'embedder', 'models', 'embedder')
    const unfit = join(folder, 'unfit-clip')
    cpSync(from, unfit, { recursive: true })
    cpSync(modelFixture('colours-v8'), join(unfit, 'text_model.onnx'))
    const misfit = await warmSightline(['models', 'install-embedder', unfit], folder, env)
    expect(misfit).toMatchObject({ code: 1, stderr: expect.stringContaining('does not fit a search model') })
    rmSync(join(unfit, 'tokenizer.json'))
    const lacking = await warmSightline(['models', 'install-embedder', unfit], folder, env)
    expect(lacking).toMatchObject({ code: 2, stderr: expect.stringContaining('lacks “tokenizer.json”') })
    expect(existsSync(target)).toBe(false)

    const installed = await sightline(['models', 'install-embedder', from, '--name', 'CLIP'], folder, env)
    expect(installed).toEqual({ code: 0, stdout: `The search model “CLIP” is installed in ${target}.\n`, stderr: '' })
    expect(await findEmbedder(target)).toMatchObject({ name: 'CLIP', folder: target, hasText: true })
  })
})

describe('a model whose weights are in other files', () => {
  const apart = join(root, 'tests', 'fixtures', 'models', 'apart', 'one')
  const file = join(apart, 'colours-v8.onnx')
  beforeAll(async () => {
    await writeVideo(join(folder, 'apart.mp4'), 2, (i) => [{ x: 20 + i, y: 30, color: 'red' }])
    const graph = graphOf({ m: ['model', { model_id: 'nobody' }], j: ['sink', { kind: 'json' }] }, ['source>m', 'm>j'])
    writeFileSync(join(folder, 'apart.json'), JSON.stringify(graph))
  })

  test('is described with the files beside it, by its path or folder', async () => {
    const whole = await warmSightline(['models', 'inspect', modelFixture('colours-v8')], folder)
    for (const path of [file, apart]) {
      expect(await warmSightline(['models', 'inspect', path], folder)).toEqual(whole)
    }
  })

  test('is imported with them, and runs by its path with the digest of the whole', async () => {
    const env = data('apart')
    const imported = await warmSightline(['models', 'import', apart, '--name', 'apart'], folder, env)
    expect(imported.stdout).toBe('Imported “apart” (object detection: red, green).\n')
    const run = (model: string, out: string) =>
      warmSightline(['run', 'apart.json', '--source', 'apart.mp4', '--model', model, '--out', out], folder, env)
    expect(await run(file, 'apart-path')).toMatchObject({ code: 0 })
    expect(await run(modelFixture('colours-v8'), 'apart-whole')).toMatchObject({ code: 0 })
    const digest = (out: string) =>
      /"sha256": ?"([0-9a-f]{64})"/.exec(readFileSync(join(folder, out, 'manifest.json'), 'utf8'))?.[1]
    expect(digest('apart-path')).toBe(digest('apart-whole'))
  })

  test('is refused alone, with the missing file and the block', async () => {
    const env = data('alone')
    cpSync(file, join(folder, 'alone.onnx'))
    const missing = 'its weights are in another file, “colours-v8.onnx.data”, which is missing'
    for (const command of [
      ['models', 'inspect'],
      ['models', 'import'],
    ]) {
      expect((await warmSightline([...command, 'alone.onnx'], folder, env)).stderr).toContain(missing)
    }
    const run = ['run', 'apart.json', '--source', 'apart.mp4', '--model', 'alone.onnx', '--json']
    const { stdout } = await warmSightline(run, folder, env)
    expect(JSON.parse(stdout).error).toMatchObject({ node_id: 'm', message: expect.stringContaining(missing) })
  })
})

describe('a model of another framework', () => {
  test('is named by inspect and import, with the command that converts it, also as a folder', async () => {
    writeFileSync(join(folder, 'odd.bin'), '\u001c\u0000\u0000\u0000TFL3')
    for (const command of ['inspect', 'import']) {
      const { code, stderr } = await warmSightline(['models', command, 'odd.bin'], folder, data('foreign'))
      expect(code).toBe(1)
      expect(stderr).toContain('python -m tf2onnx.convert --tflite "odd.bin" --output "odd.onnx"')
    }
    mkdirSync(join(folder, 'best_openvino_model'))
    for (const name of ['best.xml', 'best.bin']) writeFileSync(join(folder, 'best_openvino_model', name), '')
    const { stderr } = await warmSightline(['models', 'inspect', 'best_openvino_model'], folder, data('foreign'))
    expect(stderr).toContain('“best.xml” is a model of OpenVINO IR, which nothing converts back to ONNX')
  })
})
