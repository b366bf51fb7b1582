/** `sightline worker`: executes the jobs of servers on other machines. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { masterKeyOf } from '../platform/accounts/secrets/master-key.ts'
import { diskLimitOf } from '../platform/machine/disk-limit.ts'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { openTracing } from '../platform/machine/tracing/open-tracing.ts'
import { startWorker } from '../platform/worker.ts'
import type { HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import { deviceOption, hardwareVideoOption, requireDevice } from './model-options.ts'
import {
  type ConcurrencyOptions,
  type LabelOptions,
  type OperationsOptions,
  operationsOf,
  type PartOptions,
  type StoreOptions,
  withConcurrency,
  withLabels,
  withOperationsOptions,
  withPartOption,
  withStoreOption,
} from './server-options.ts'
import { EXIT, guarded, print, stopOnSignals } from './terminal.ts'

interface WorkerCommandOptions extends OperationsOptions, StoreOptions, ConcurrencyOptions, PartOptions, LabelOptions {
  data: string
  database?: string
  device?: string
  hardwareVideo?: HardwareVideo
  privateWebhooks?: boolean
}

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
