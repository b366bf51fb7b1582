import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { cudaFailure, findPackage, installCuda } from '../app/cuda/install-cuda.ts'
import { removeOldParts } from '../app/downloads/part-folder.ts'
import { createProgress } from '../app/downloads/report.ts'
import { openWebFetch } from '../app/downloads/web-fetch.ts'
import { createSettings } from '../app/settings.ts'
import { createEngine } from '../engine/host/engine-host.ts'
import { cudaFolder, cudaPackage, isCudaInstalled, isCudaSystem } from '../engine/inference/cuda/cuda-folder.ts'
import type { Device } from '../shared/domain/device.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { VERSION } from '../shared/domain/version.ts'
import type { HardwareCodec } from '../shared/engine-contract/hardware-video.ts'
import { englishOf } from '../shared/messages/message.ts'
import { createDownloadDisplay } from './progress-display.ts'
import { dataFolder, engineEntry } from './resources.ts'
import { CommandFailure, EXIT, guarded, onSignals, print, say } from './terminal.ts'

export const devicesCommand = (): Command =>
  new Command('devices')
    .description('list the devices that can run models: the CPU and the GPUs')
    .option('--json', 'print them as JSON')
    .action((options: { json?: boolean }) =>
      guarded(async () => {
        const devices = await createEngine({ entry: engineEntry(), dataDir: dataFolder() }).devices()
        print(
          options.json
            ? JSON.stringify(devices, null, 2)
            : devices.map((device) => oneLine(deviceLine(device))).join('\n'),
        )
        return EXIT.ok
      }),
    )
    .addCommand(devicesVideoCommand())
    .addCommand(installCudaCommand())

function deviceLine({ id, name, available, reason, software }: Device): string {
  const remark = available ? (software ? ' (software, never chosen by auto)' : '') : ` (not available: ${reason})`
  return `${id.padEnd(12)} ${name}${remark}`
}

/** A hardware decoder, as `--json` prints it. */
interface PrintedCodec {
  interface: string
  name: string
  codec: string
  usable: boolean
  /** Null for a usable codec. */
  reason: string | null
}

const devicesVideoCommand = (): Command =>
  new Command('video')
    .description('list the hardware decoders of this machine, each tried on a few frames')
    .option('--json', 'print them as JSON')
    .action((_options: object, command: Command) =>
      guarded(async () => {
        // Parsed by “devices”, which has this option too.
        const { json } = command.optsWithGlobals<{ json?: boolean }>()
        const codecs = (await createEngine({ entry: engineEntry() }).hardwareVideo()).map(printed)
        print(json ? JSON.stringify(codecs, null, 2) : list(codecs))
        return EXIT.ok
      }),
    )

const printed = ({ interface: kind, name, codec, usable, reason }: HardwareCodec): PrintedCodec => ({
  interface: kind,
  name,
  codec,
  usable,
  reason: reason && englishOf(reason),
})

function list(codecs: readonly PrintedCodec[]): string {
  const usable = codecs.filter((codec) => codec.usable).map(({ name, codec }) => `${name} decodes ${codec}.`)
  const reasons = [...new Set(codecs.flatMap(({ reason }) => reason ?? []))]
  const none = usable.length === 0 ? ['No video hardware can be used: video is decoded in software.'] : []
  return [...none, ...usable, ...reasons].join('\n')
}

interface InstallOptions {
  data?: string
  yes?: boolean
  feed?: string
  force?: boolean
}

const NEEDS = 'It needs an NVIDIA driver, CUDA 12 and cuDNN 9, which it does not install.'

const installCudaCommand = (): Command =>
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
  const dataDir = data === undefined ? dataFolder() : resolve(data)
  const folder = cudaFolder(dataDir, wanted)
  if (isCudaInstalled(folder) && !force) {
    print(`CUDA for ONNX Runtime ${wanted.version} is installed in ${folder}.`)
    return EXIT.ok
  }
  const { download_proxy: proxy = '' } = await createSettings(join(dataDir, 'settings.json')).get()
  const web = await openWebFetch({ proxy, env: process.env, version: VERSION })
  const stop = new AbortController()
  const stopListening = onSignals(() => stop.abort())
  const display = createDownloadDisplay()
  try {
    const found = await findPackage(feed ?? wanted.feed, wanted.name, wanted.packageVersion, web, stop.signal)
    const size = found.sizeBytes === null ? 'an unknown size' : megabytes(found.sizeBytes)
    say(`${wanted.name} ${wanted.packageVersion}: ${size} to download from ${new URL(found.url).host}. ${NEEDS}`)
    if (found.sha512 === null) say('The feed states no checksum: the download can’t be verified.')
    if (!yes && !(await confirmed(stop.signal))) {
      say('Nothing was installed.')
      return EXIT.failed
    }
    const progress = createProgress(async (update) => {
      if (update.type === 'progress') display.update(update)
    })
    const downloadsDir = join(dataDir, 'downloads')
    await removeOldParts(downloadsDir, Date.now())
    const { downloading: onProgress, end } = progress
    await installCuda(wanted, found, folder, { downloadsDir, web, onProgress, signal: stop.signal }).finally(end)
  } catch (error) {
    if (!stop.signal.aborted) throw cudaFailure(error)
    throw new CommandFailure('Stopped. The same command resumes the download.', EXIT.interrupted)
  } finally {
    stopListening()
    display.stop()
    await web.close()
  }
  print(`Installed CUDA for ONNX Runtime ${wanted.version} in ${folder}.`)
  return EXIT.ok
}

async function confirmed(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandFailure('Add --yes to download it without a question.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Download it? [y/N] ', { signal })).trim())
  } finally {
    terminal.close()
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
