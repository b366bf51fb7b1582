import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPackage, installCuda } from '../../../src/app/cuda/install-cuda.ts'
import { openWebFetch, type WebFetch } from '../../../src/app/downloads/web-fetch.ts'
import {
  cudaEnvironment,
  cudaFolder,
  cudaPackage,
  isCudaSystem,
} from '../../../src/engine/inference/cuda/cuda-folder.ts'
import { type Feed, type FeedBehaviour, packageOf, startFeed } from '../../engine/support/nuget-feed.ts'
import { testFolder } from '../../engine/support/test-folder.ts'

const folder = testFolder()
const wanted = cudaPackage()
const contents = Object.fromEntries([...wanted.files].map(([name, path]) => [path, `library ${name} `.repeat(5000)]))

let feed: Feed | null = null
let made = 0
let web: WebFetch
const running = new AbortController().signal
beforeAll(async () => {
  web = await openWebFetch({ proxy: '', env: {}, version: '0.0.0-test' })
})
afterAll(() => web.close())
afterEach(async () => {
  await feed?.close()
  feed = null
})

async function install(behaviour: Partial<FeedBehaviour> = {}) {
  const dataDir = join(folder, `data-${made++}`)
  const target = cudaFolder(dataDir, wanted)
  const nupkg = await packageOf({ ...contents, 'runtimes/linux-x64/native/other.so': 'not needed' })
  feed = await startFeed({ name: wanted.name, version: wanted.packageVersion, nupkg, ...behaviour })
  const progress: number[] = []
  const downloadsDir = join(dataDir, 'downloads')
  const find = () => findPackage((feed as Feed).index, wanted.name, wanted.packageVersion, web, running)
  const run = async () => {
    const found = await find()
    const onProgress = (received: number) => {
      // Once its bytes are on the disk.
      if (received > (progress.at(-1) ?? 0)) feed?.cut()
      progress.push(received)
    }
    await installCuda(wanted, found, target, { downloadsDir, web, signal: running, onProgress })
    return found
  }
  return { dataDir, downloadsDir, target, find, run, progress, size: (behaviour.nupkg ?? nupkg).length }
}

/** Everything in the folder of installations. */
const left = (dataDir: string): string[] => {
  const parent = join(dataDir, 'onnxruntime-cuda')
  return existsSync(parent) ? readdirSync(parent) : []
}

describe('the package of the CUDA provider', () => {
  it('is the one that ONNX Runtime’s own install script fetches', () => {
    expect(wanted.name).toBe('Microsoft.ML.OnnxRuntime.Gpu.Linux')
    expect(wanted.feed).toBe('https://api.nuget.org/v3/index.json')
    expect([...wanted.files.keys()]).toContain('libonnxruntime_providers_cuda.so')
    expect(wanted.packageVersion).toBe(wanted.version)
  })
})

describe('the installation of CUDA', () => {
  it('puts the files that are needed beside ONNX Runtime’s library, and reports progress', async () => {
    const { target, dataDir, run, progress, size } = await install()
    const found = await run()
    expect(found.sizeBytes).toBe(size)
    expect(readdirSync(target).sort()).toEqual([...wanted.files.keys(), 'libonnxruntime.so.1'].sort())
    for (const [name, path] of wanted.files) expect(readFileSync(join(target, name), 'utf8')).toBe(contents[path])
    expect(statSync(join(target, 'libonnxruntime.so.1')).size).toBe(statSync(wanted.library).size)
    expect(progress.at(-1)).toBe(size)
    expect(left(dataDir)).toEqual([wanted.version])
  })

  it('continues a download whose connection was cut', async () => {
    const { target, run } = await install({ cuts: 2 })
    await run()
    expect(feed?.ranges).toHaveLength(3)
    expect(feed?.ranges.slice(1).every((range) => /^bytes=[1-9]/.test(range ?? ''))).toBe(true)
    expect(readdirSync(target)).toHaveLength(wanted.files.size + 1)
  })

  it('starts again where the server ignores ranges', async () => {
    const { target, run } = await install({ cuts: 1, ignoresRanges: true })
    await run()
    expect(readdirSync(target)).toHaveLength(wanted.files.size + 1)
  })

  it('installs nothing when the connection stays cut, and resumes the download at the next call', async () => {
    const { dataDir, downloadsDir, target, run } = await install({ cuts: 4 })
    await expect(run()).rejects.toThrow(/^The connection to .* ended after .* Repeat the download: it resumes there\./)
    expect(left(dataDir)).toEqual([])
    expect(readdirSync(downloadsDir)).toHaveLength(1)
    await run()
    expect(feed?.ranges).toHaveLength(5)
    expect(feed?.ranges.at(-1)).toMatch(/^bytes=[1-9]/)
    expect(readdirSync(target)).toHaveLength(wanted.files.size + 1)
    expect(readdirSync(downloadsDir)).toEqual([])
  })

  it('uses the proxy', async () => {
    const { find } = await install()
    const proxied = await openWebFetch({ proxy: 'http://127.0.0.1:1', env: {}, version: '0.0.0-test' })
    const found = findPackage((feed as Feed).index, wanted.name, wanted.packageVersion, proxied, running)
    await expect(found).rejects.toThrow(/can’t be reached/)
    await proxied.close()
    await find()
  })

  it('leaves nothing when the checksum is wrong', async () => {
    const { dataDir, downloadsDir, run } = await install({ sha512: 'd3Jvbmc=' })
    await expect(run()).rejects.toThrow(`“${wanted.name}.nupkg” was deleted, because its checksum is`)
    expect(left(dataDir)).toEqual([])
    expect(readdirSync(downloadsDir)).toEqual([])
  })

  it('accepts a feed without checksums, and learns the size from the file', async () => {
    const { run, size } = await install({ sha512: null })
    expect(await run()).toMatchObject({ sha512: null, sizeBytes: size })
  })

  it('leaves nothing when the package lacks a file', async () => {
    const { dataDir, run } = await install({ nupkg: await packageOf({ 'other.so': 'x' }) })
    await expect(run()).rejects.toThrow(`The package ${wanted.name} lacks “runtimes/linux-x64/native/`)
    expect(left(dataDir)).toEqual([])
  })

  it('installs nothing when it is stopped', async () => {
    const { dataDir, downloadsDir, target, find } = await install()
    const found = await find()
    const stop = new AbortController()
    const options = { downloadsDir, web, signal: stop.signal, onProgress: () => stop.abort() }
    await expect(installCuda(wanted, found, target, options)).rejects.toThrow(/abort/i)
    expect(left(dataDir)).toEqual([])
  })

  it('refuses a file that is no package', async () => {
    const { dataDir, run } = await install({ nupkg: Buffer.from('<html>no</html>') })
    await expect(run()).rejects.toThrow('is not a ZIP archive')
    expect(left(dataDir)).toEqual([])
  })

  it('names the address that refused the package', async () => {
    const { run } = await install({ status: 503 })
    await expect(run()).rejects.toThrow(/\.nupkg” answered with status 503\./)
  })

  it('names a version that the feed lacks', async () => {
    const { run } = await install({ version: '0.0.1' })
    await expect(run()).rejects.toThrow(`The package feed has no ${wanted.name} ${wanted.packageVersion}.`)
  })

  it('keeps an installation when a second one fails, and removes what a crash left', async () => {
    const { target, dataDir, downloadsDir, run } = await install()
    await run()
    const crashed = join(dataDir, 'onnxruntime-cuda', `.installing-${wanted.version}`)
    mkdirSync(crashed)
    writeFileSync(join(crashed, 'package.nupkg'), 'half')
    const found = { url: 'http://127.0.0.1:1/none.nupkg', sizeBytes: null, sha512: null }
    const options = { downloadsDir, web, signal: running }
    await expect(installCuda(wanted, found, target, options)).rejects.toThrow('127.0.0.1:1 can’t be reached')
    expect(left(dataDir)).toEqual([wanted.version])
    expect(readdirSync(target)).toHaveLength(wanted.files.size + 1)
  })
})

describe('the environment of engine processes', () => {
  it('is unchanged where CUDA is not installed', () => {
    expect(cudaEnvironment(join(folder, 'empty'), {})).toEqual({})
  })

  it('names the folder before those that were searched already', async ({ skip }) => {
    if (!isCudaSystem()) skip('CUDA is for Linux x64')
    const { target, dataDir, run } = await install()
    await run()
    expect(cudaEnvironment(dataDir, {})).toEqual({ LD_LIBRARY_PATH: target })
    expect(cudaEnvironment(dataDir, { LD_LIBRARY_PATH: '/opt/cuda' })).toEqual({
      LD_LIBRARY_PATH: `${target}:/opt/cuda`,
    })
  })
})
