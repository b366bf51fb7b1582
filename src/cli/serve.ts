/** `sightline serve`: the platform for a team, on this machine. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { masterKeyOf } from '../platform/accounts/secrets/master-key.ts'
import { diskLimitOf } from '../platform/machine/disk-limit.ts'
import { createFilesPrivately, PRIVATE_FILE } from '../platform/machine/private-folder.ts'
import { openTracing } from '../platform/machine/tracing/open-tracing.ts'
import type { Platform, PlatformOptions } from '../platform/platform.ts'
import { createPlatform } from '../platform/server.ts'
import type { DeviceChoice } from '../shared/domain/device.ts'
import { oneLine } from '../shared/domain/printable.ts'
import type { HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import { createStudioDoor } from '../web/studio-door.ts'
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
import { CommandFailure, EXIT, print, say, stopOnSignals } from './terminal.ts'

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

const CHECKED_EVERY_MS = 1000

type Owners = Pick<Platform, 'firstOwnerLink' | 'firstOwnerKey' | 'isFirstOwnerUnused'>

interface Secret {
  file: string
  create(platform: Owners): Promise<string | null>
  line(path: string): string
}

const SECRETS: readonly Secret[] = [
  {
    file: 'first-owner-link',
    create: (platform) => platform.firstOwnerLink(),
    line: (path) => `Link for the first owner, valid once within 24 hours, in ${path}`,
  },
  {
    file: 'first-owner-key',
    create: (platform) => platform.firstOwnerKey(),
    line: (path) => `Owner key, which ends unless it is used within 24 hours, in ${path}`,
  },
]

/**
 * Writes the link and the key of the first owner to files that only the user of the server reads. They are not printed:
 * the output of a container is kept in a log, and shipped to others. Each file is removed when it is of no more use. To
 * be called while the platform listens; returns lines that name the files.
 */
export async function writeFirstOwnerFiles(platform: Owners, dataDir: string): Promise<string[]> {
  const lines: string[] = []
  for (const { file, create, line } of SECRETS) {
    const path = join(dataDir, file)
    const secret = await create(platform)
    if (secret === null) {
      if (await removeUsed(platform, path)) lines.push(line(path))
      continue
    }
    // A new file: one that is there could be open to others, or be a link.
    await rm(path, { force: true })
    await writeFile(path, `${secret}\n`, { mode: PRIVATE_FILE, flag: 'wx' })
    lines.push(line(path))
  }
  removeOnceUsed(
    platform,
    SECRETS.map(({ file }) => join(dataDir, file)),
  )
  return lines
}

function removeOnceUsed(platform: Owners, paths: readonly string[]): void {
  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    // A database that does not respond says nothing about a use.
    const isLeft = await Promise.all(paths.map((path) => removeUsed(platform, path).catch(() => true)))
    if (!isLeft.includes(true)) clearInterval(timer)
    isChecking = false
  }, CHECKED_EVERY_MS).unref()
}

/** Returns whether the file is left. */
async function removeUsed(platform: Owners, path: string): Promise<boolean> {
  const secret = await readFile(path, 'utf8').catch(() => null)
  if (secret === null) return false
  if (await platform.isFirstOwnerUnused(secret.trim())) return true
  await rm(path, { force: true })
  return false
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
