import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { cudaEnvironment, cudaPackage, isCudaSystem } from '../../src/engine/inference/cuda/cuda-folder.ts'
import { type Feed, packageOf, startFeed } from '../engine/support/nuget-feed.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const wanted = cudaPackage()
let feed: Feed | null = null
afterEach(async () => {
  await feed?.close()
  feed = null
})

const servePackage = async () => {
  const files = Object.fromEntries([...wanted.files.values()].map((path) => [path, 'a stand-in for a library']))
  feed = await startFeed({ name: wanted.name, version: wanted.packageVersion, nupkg: await packageOf(files) })
  return feed.index
}

/** Opens ONNX Runtime with the CUDA provider in a process, as engine processes do; returns what it loaded. */
async function loadedWith(env: NodeJS.ProcessEnv): Promise<{ libraries: string; problem: string }> {
  const script = `
    const ort = require(${JSON.stringify(createRequire(import.meta.url).resolve('onnxruntime-node'))})
    const model = ${JSON.stringify(join(import.meta.dirname, '../../resources/models/street-detector.onnx'))}
    ort.InferenceSession.create(model, { executionProviders: ['cuda'] }).catch(() => undefined).then(() =>
      process.stdout.write(require('node:fs').readFileSync('/proc/self/maps', 'utf8')))`
  const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, ORT_DISABLE_TELEMETRY: '1', ...env } })
  const [libraries, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { libraries, problem }
}

describe.runIf(isCudaSystem())('sightline devices install-cuda', () => {
  it('installs into the data folder, from which ONNX Runtime then loads the provider', async () => {
    const data = join(folder, 'data')
    const args = ['devices', 'install-cuda', '--data', data, '--feed', await servePackage()]
    const unasked = await warmSightline(args, folder)
    expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes') })
    expect(unasked.stderr).toContain(`${wanted.name} ${wanted.packageVersion}: 0.0 MB to download from 127.0.0.1`)
    expect(existsSync(data)).toBe(false)

    const installed = await sightline([...args, '--yes'], folder)
    const target = join(data, 'onnxruntime-cuda', wanted.version)
    expect(installed).toMatchObject({
      code: 0,
      stdout: `Installed CUDA for ONNX Runtime ${wanted.version} in ${target}.\n`,
    })
    expect(readdirSync(target)).toHaveLength(wanted.files.size + 1)

    const { libraries, problem } = await loadedWith(cudaEnvironment(data))
    expect(libraries).toContain(join(target, 'libonnxruntime.so.1'))
    // The stand-in is found there, and is no library.
    expect(problem).toContain(`${join(target, 'libonnxruntime_providers_shared.so')}: file too short`)

    const again = await warmSightline([...args, '--yes'], folder)
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('is installed in') })
  })

  it('says in one sentence that there is no network, and writes nothing', async () => {
    const data = join(folder, 'offline')
    await servePackage()
    const { index, close } = feed as Feed
    await close()
    feed = null
    const args = ['devices', 'install-cuda', '--yes', '--data', data, '--feed', index]
    expect(await warmSightline(args, folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `sightline: ${new URL(index).host} can’t be reached (ECONNREFUSED), so CUDA was not installed. Check the network connection, the proxy in the settings and --feed, then run “sightline devices install-cuda” again.\n`,
    })
    expect(existsSync(data)).toBe(false)
  })
})
