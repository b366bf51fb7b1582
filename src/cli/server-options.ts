/**
 * The options that servers and workers share: where the data lie, which runs are executed, and how operators watch it.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOG_FORMATS, type LogFormat, logIn } from '../platform/machine/log.ts'
import type { PlatformOptions } from '../platform/platform.ts'
import { SERVER_LABEL } from '../platform/work/jobs/job.ts'
import { PART_S } from '../platform/workflows/runs/parts/run-parts.ts'
import { CommandFailure } from './terminal.ts'

export interface OperationsOptions {
  metrics?: string
  logFormat: LogFormat
  /** Seconds. */
  drain: number
}

/** The options by which operators watch a server: its metrics and its log. */
export const withOperationsOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--metrics <address>', 'HOST:PORT where Prometheus reads metrics, as in 127.0.0.1:9464').env(
        'SIGHTLINE_METRICS',
      ),
    )
    .addOption(
      new Option('--log-format <format>', 'form of the lines on standard error')
        .choices([...LOG_FORMATS])
        .default('text')
        .env('SIGHTLINE_LOG_FORMAT'),
    )
    .addOption(
      new Option('--drain <seconds>', 'at SIGTERM, let running jobs end for so long before they are interrupted')
        .argParser(parseSeconds)
        .default(0)
        .env('SIGHTLINE_DRAIN'),
    )

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d{1,6}$/.test(text.trim())) throw new InvalidArgumentError('Give a whole number of seconds.')
  return seconds
}

/** @throws CommandFailure for an address without a port */
export function operationsOf({ metrics, logFormat }: OperationsOptions): Pick<PlatformOptions, 'metrics' | 'log'> {
  const log = logIn(logFormat)
  if (metrics === undefined) return { log }
  const { host, port } = /^(?<host>\[[^\]]+\]|[^:]+):(?<port>\d{1,5})$/.exec(metrics)?.groups ?? {}
  if (host === undefined || Number(port) > 65_535) {
    throw new CommandFailure('Write the address of --metrics as HOST:PORT, for example 127.0.0.1:9464.')
  }
  return { log, metrics: { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } }
}

export interface PartOptions {
  partSeconds: number
}

/** The option that says how long the parts of a video are that several workers share. */
export const withPartOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--part-seconds <number>',
      'shortest part of a video that several workers share; 0: each run is executed by one',
    )
      .argParser((text) => {
        const number = Number(text)
        if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(number)) return number
        throw new InvalidArgumentError('Give a number of seconds from 0.')
      })
      .default(PART_S)
      .env('SIGHTLINE_PART_SECONDS'),
  )

export interface ConcurrencyOptions {
  concurrency: number
}

const MOST_RUNS = 64

/** The option that says how many runs a process executes at the same time. `least`: 0 where workers can execute all runs. */
export const withConcurrency = (command: Command, least: 0 | 1, description: string): Command =>
  command.addOption(
    new Option('--concurrency <number>', description)
      .argParser((text) => {
        const number = Number(text)
        if (/^\d+$/.test(text) && number >= least && number <= MOST_RUNS) return number
        throw new InvalidArgumentError(`Give a number from ${least} to ${MOST_RUNS}.`)
      })
      .default(1)
      .env('SIGHTLINE_CONCURRENCY'),
  )

/** Data folder of a server unless an option names another. */
export const SERVER_FOLDER = join(homedir(), '.sightline', 'serve')

export interface ServerData {
  data: string
  database?: string
}

/** Adds the options that name the data of a server. */
export const withServerData = (
  command: Command,
  description = 'the data folder of the server, or that of the app',
): Command =>
  command
    .option('--data <dir>', description, SERVER_FOLDER)
    .addOption(
      new Option('--database <url>', 'PostgreSQL database of the server, postgres://…').env('SIGHTLINE_DATABASE'),
    )

export interface StoreOptions {
  store?: string
}

/** The option that names the store of a server's files. */
export const withStoreOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--store <url>',
      'bucket of uploads, images, models and exports, s3://bucket/prefix?endpoint=…, instead of the data folder',
    ).env('SIGHTLINE_STORE'),
  )

export interface LabelOptions {
  labels: string[]
}

const MOST_LABELS = 16

/** The option that labels a process. */
export const withLabels = (command: Command): Command =>
  command.addOption(
    new Option('--labels <names>', 'take jobs that need one of these labels too, such as gpu,eu')
      .argParser((text) => {
        const labels = [...new Set(text.split(',').map(parseLabel))]
        if (labels.length > MOST_LABELS) throw new InvalidArgumentError(`Give ${MOST_LABELS} labels at most.`)
        return labels
      })
      .default([], 'none')
      .env('SIGHTLINE_LABELS'),
  )

/** Parses a label that an operator gives. @throws InvalidArgumentError */
export function parseLabel(text: string): string {
  const label = text.trim()
  if (label === SERVER_LABEL) throw new InvalidArgumentError(`All servers have the label ${SERVER_LABEL} already.`)
  if (label === 'none' || !/^[a-z0-9][a-z0-9-]{0,39}$/.test(label)) {
    throw new InvalidArgumentError(
      'A label has 1 to 40 small letters, digits and hyphens, such as gpu, and is not none.',
    )
  }
  return label
}
