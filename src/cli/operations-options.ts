/** The options by which operators watch a server: its metrics and its log. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOG_FORMATS, type LogFormat, logIn } from '../platform/machine/log.ts'
import type { PlatformOptions } from '../platform/platform.ts'
import { CommandFailure } from './terminal.ts'

export interface OperationsOptions {
  metrics?: string
  logFormat: LogFormat
  /** Seconds. */
  drain: number
}

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
