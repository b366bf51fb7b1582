import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { createProgress } from '../app/model-downloads/progress.ts'
import { cudaFolder, cudaPackage, isCudaInstalled, isCudaSystem } from '../engine/inference/cuda/cuda-folder.ts'
import { installCuda } from '../engine/inference/cuda/install-cuda.ts'
import { findPackage } from '../engine/inference/cuda/nuget-feed.ts'
import { dataFolder } from './data-folder.ts'
import { createDownloadDisplay } from './download-display.ts'
import { CommandFailure, EXIT, guarded, onSignals, print, say } from './terminal.ts'

interface InstallOptions {
  data?: string
  yes?: boolean
  feed?: string
  force?: boolean
}

const NEEDS = 'It needs an NVIDIA driver, CUDA 12 and cuDNN 9, which it does not install.'

export const installCudaCommand = (): Command =>
  new Command('install-cuda')
    .description('download what ONNX Runtime needs for NVIDIA GPUs on Linux x64 (CUDA 12)')
    .option('--data <dir>', 'another data folder than the app’s')
    .option('--feed <url>', 'index of a NuGet feed that mirrors api.nuget.org')
    .option('--force', 'download it again where it is installed')
    .option('--yes', 'do not ask before the download')
    .action((options: InstallOptions) => guarded(() => install(options)))

async function install({ data, yes = false, feed, force = false }: InstallOptions): Promise<number> {
  if (!isCudaSystem()) throw new CommandFailure('ONNX Runtime has a CUDA provider for Node.js on Linux x64 only.')
  const wanted = cudaPackage()
  const folder = cudaFolder(data === undefined ? dataFolder() : resolve(data), wanted)
  if (isCudaInstalled(folder) && !force) {
    print(`CUDA for ONNX Runtime ${wanted.version} is installed in ${folder}.`)
    return EXIT.ok
  }
  const found = await findPackage(feed ?? wanted.feed, wanted.name, wanted.packageVersion)
  const size = found.sizeBytes === null ? 'an unknown size' : megabytes(found.sizeBytes)
  say(`${wanted.name} ${wanted.packageVersion}: ${size} to download from ${new URL(found.url).host}. ${NEEDS}`)
  if (found.sha512 === null) say('The feed states no checksum: the download can’t be verified.')
  if (!yes && !(await confirmed())) {
    say('Nothing was installed.')
    return EXIT.failed
  }
  const display = createDownloadDisplay()
  const progress = createProgress(async (update) => {
    if (update.type === 'progress') display.update(update)
  })
  const stopped = new AbortController()
  const restore = onSignals(() => stopped.abort())
  try {
    await installCuda(wanted, found, folder, { onProgress: progress.downloading, signal: stopped.signal })
  } catch (error) {
    if (!stopped.signal.aborted) throw described(error, folder)
    say('Interrupted. Nothing was installed.')
    return EXIT.interrupted
  } finally {
    restore()
    display.stop()
  }
  print(`Installed CUDA for ONNX Runtime ${wanted.version} in ${folder}.`)
  return EXIT.ok
}

async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandFailure('Add --yes to download it without a question.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Download it? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}

function described(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new CommandFailure(
      `The disk that holds ${join(folder, '..')} is full. Free some space and run the command again.`,
    )
  }
  return error
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
