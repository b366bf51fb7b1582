/**
 * `sightline serve`: the platform for a team, on this machine; and `sightline worker`, which executes the jobs of such
 * servers. Each loads its half of the platform, which is large, when it is executed.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { masterKeyOf } from '../platform/accounts/secrets/master-key.ts'
import { diskLimitOf } from '../platform/machine/disk-full.ts'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { openTracing } from '../platform/machine/tracing/open-tracing.ts'
import type { Platform, PlatformOptions } from '../platform/platform.ts'
import type { DeviceChoice } from '../shared/domain/device.ts'
import { oneLine } from '../shared/domain/printable.ts'
import type { HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import { writeFirstOwnerFiles } from './first-owner-files.ts'
import { deviceOption, hardwareVideoOption, requireDevice } from './model-options.ts'
import {
  type MailOptions,
  mailOf,
  type OidcOptions,
  openIdOf,
  type ProxyOptions,
  proxyOf,
  withMailOptions,
  withOidcOptions,
  withProxyOptions,
} from './serve-options.ts'
import {
  type ConcurrencyOptions,
  type LabelOptions,
  type OperationsOptions,
  operationsOf,
  type PartOptions,
  SERVER_FOLDER,
  type StoreOptions,
  withConcurrency,
  withLabels,
  withOperationsOptions,
  withPartOption,
  withStoreOption,
} from './server-options.ts'
import { CommandFailure, EXIT, guarded, print, say, stopOnSignals } from './terminal.ts'

const DEFAULT_PORT = 8620

interface ServeOptions
  extends MailOptions,
    OidcOptions,
    OperationsOptions,
    StoreOptions,
    ConcurrencyOptions,
    PartOptions,
    LabelOptions,
    ProxyOptions {
  host: string
  port: number
  data: string
  database?: string
  startAnew?: boolean
  privateWebhooks?: boolean
  hardwareVideo?: HardwareVideo
  device?: string
}

/** `version` is the product's, for the API document. */
export function serveCommand(version: string): Command {
  const command = new Command('serve')
    .description('Serve the platform to a team: the Studio in the browser, and the API')
    .option('--host <address>', 'address to listen on; 0.0.0.0 for every network', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for a free one', parsePort, DEFAULT_PORT)
    .option('--data <dir>', 'folder for database, uploads and results', SERVER_FOLDER)
    .addOption(
      new Option('--database <url>', 'PostgreSQL database, postgres://…, instead of a file in the data folder').env(
        'SIGHTLINE_DATABASE',
      ),
    )
    .option(
      '--start-anew',
      'use a new database with a data folder of another one, and delete the files of the other one after a week',
    )
    .option(
      '--private-webhooks',
      'let webhooks call addresses inside this network, and buckets be there, also without TLS',
    )
    .addOption(hardwareVideoOption())
    .addOption(deviceOption('run models on this device unless a block names another (default: as chosen in Settings)'))
  withOperationsOptions(withOidcOptions(withMailOptions(withStoreOption(command))))
  withConcurrency(command, 0, 'runs that this server executes at the same time; 0 leaves them to workers')
  withProxyOptions(withLabels(withPartOption(command)))
  return command.action((options: ServeOptions) => serve(options, version))
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new InvalidArgumentError('A port is 0 to 65535.')
  return port
}

async function serve(
  {
    host,
    port,
    data,
    database,
    store,
    concurrency,
    partSeconds,
    labels,
    startAnew = false,
    privateWebhooks = false,
    device,
    hardwareVideo,
    ...providers
  }: ServeOptions,
  version: string,
): Promise<void> {
  createFilesPrivately()
  const dataDir = resolve(data)
  const entry = fileURLToPath(new URL('./engine.js', import.meta.url))
  const engine = createEngine({ entry, dataDir })
  const resourcesDir = fileURLToPath(new URL('../../resources', import.meta.url))
  let platform: Platform | undefined
  let ownAddress = ''
  let chosen: DeviceChoice | undefined
  let provided: Pick<PlatformOptions, 'mail' | 'openId' | 'metrics' | 'log'>
  const proxy = proxyOf(providers)
  const { publicUrl } = proxy
  try {
    if (concurrency === 0 && !(database && store)) {
      throw new CommandFailure('--concurrency 0 leaves runs to workers, which need --database and --store.')
    }
    provided = { ...operationsOf(providers), ...mailOf(providers), ...openIdOf(providers, publicUrl, process.env) }
    if (device !== undefined) chosen = await requireDevice(device, engine)
  } catch (error) {
    say(oneLine(`sightline: ${whyNot(error)}`))
    process.exitCode = error instanceof CommandFailure ? error.exitCode : EXIT.failed
    return
  }
  const tracing = await openTracing('server', version)
  try {
    const { createPlatform } = await import('../platform/server.ts')
    const { createStudioDoor } = await import('../web/studio-door.ts')
    const studio = createStudioDoor({
      version,
      rendererDir: fileURLToPath(new URL('../renderer', import.meta.url)),
      origin: () => ownAddress,
      log: (line) => say(line),
    })
    platform = await createPlatform({
      studio,
      dataDir,
      resourcesDir,
      engine,
      version,
      host,
      port,
      masterKey: await masterKeyOf(process.env),
      runSlots: concurrency,
      interruptedRuns: 'requeue',
      labels,
      partSeconds,
      startAnew,
      maxThumbnailBytes: diskLimitOf(process.env, 'SIGHTLINE_THUMBNAILS_MB'),
      allowPrivateWebhooks: privateWebhooks,
      ...(chosen !== undefined && { device: chosen }),
      ...(hardwareVideo && { hardwareVideo }),
      ...proxy,
      ...provided,
      ...(database && { database }),
      ...(store && { store, maxCopiesBytes: diskLimitOf(process.env, 'SIGHTLINE_STORE_COPIES_MB') }),
    })
    const { baseUrl, metricsUrl } = await platform.listen()
    ownAddress = baseUrl
    print(`Sightline serves ${publicUrl ?? baseUrl} from ${dataDir}`)
    if (metricsUrl !== null) print(`Metrics for Prometheus: ${metricsUrl}`)
    for (const line of await writeFirstOwnerFiles(platform, dataDir)) print(line)
  } catch (error) {
    say(oneLine(whyNot(error)))
    process.exitCode = 1
    await platform?.close()
    return
  }
  stopOnSignals(platform, providers.drain, tracing)
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return 'Another program uses this port. Choose another one with --port or --metrics.'
  if (code === 'EADDRNOTAVAIL') return 'This machine has no such address. Choose another one with --host.'
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return 'You are not allowed to use this port. Choose another one with --port or --metrics.'
  }
  return error.message
}

interface WorkerCommandOptions extends OperationsOptions, StoreOptions, ConcurrencyOptions, PartOptions, LabelOptions {
  data: string
  database?: string
  device?: string
  hardwareVideo?: HardwareVideo
  privateWebhooks?: boolean
}

/** `sightline worker`: executes the jobs of servers on other machines. */
export function workerCommand(version: string): Command {
  const command = new Command('worker')
    .description('Execute jobs of servers that share a database and a store: runs, exports, evaluations, imports')
    .addOption(
      new Option('--database <url>', 'PostgreSQL database of the servers, postgres://…').env('SIGHTLINE_DATABASE'),
    )
    .option(
      '--data <dir>',
      'folder for copies of files and for work in progress',
      join(homedir(), '.sightline', 'worker'),
    )
    .option('--private-webhooks', 'as of the servers: import from buckets inside this network, also without TLS')
    .addOption(hardwareVideoOption())
    .addOption(deviceOption('run models on this device unless a block names another'))
  const complete = withConcurrency(
    withLabels(withPartOption(withOperationsOptions(withStoreOption(command)))),
    1,
    'runs at the same time',
  )
  return complete.action((options: WorkerCommandOptions) => guarded(() => work(options, version)))
}

async function work(options: WorkerCommandOptions, version: string): Promise<number> {
  const { database, store, concurrency, partSeconds, labels, device, hardwareVideo, privateWebhooks = false } = options
  createFilesPrivately()
  const dataDir = resolve(options.data)
  const engine = createEngine({ entry: fileURLToPath(new URL('./engine.js', import.meta.url)), dataDir })
  const tracing = await openTracing('worker', version)
  const { startWorker } = await import('../platform/worker.ts')
  const worker = await startWorker({
    ...operationsOf(options),
    dataDir,
    engine,
    version,
    runSlots: concurrency,
    partSeconds,
    labels,
    allowPrivateWebhooks: privateWebhooks,
    resourcesDir: fileURLToPath(new URL('../../resources', import.meta.url)),
    masterKey: await masterKeyOf(process.env),
    maxCopiesBytes: diskLimitOf(process.env, 'SIGHTLINE_STORE_COPIES_MB'),
    ...(database && { database }),
    ...(store && { store }),
    ...(device !== undefined && { device: await requireDevice(device, engine) }),
    ...(hardwareVideo && { hardwareVideo }),
  })
  print(`Sightline executes jobs in ${dataDir}`)
  if (worker.metricsUrl !== null) print(`Metrics for Prometheus: ${worker.metricsUrl}`)
  stopOnSignals(worker, options.drain, tracing)
  return EXIT.ok
}
