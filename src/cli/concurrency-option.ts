/** The option that says how many runs a process executes at the same time. */
import { type Command, InvalidArgumentError, Option } from 'commander'

export interface ConcurrencyOptions {
  concurrency: number
}

const MOST = 64

/** `least`: 0 where workers can execute all runs. */
export const withConcurrency = (command: Command, least: 0 | 1, description: string): Command =>
  command.addOption(
    new Option('--concurrency <number>', description)
      .argParser((text) => {
        const number = Number(text)
        if (/^\d+$/.test(text) && number >= least && number <= MOST) return number
        throw new InvalidArgumentError(`Give a number from ${least} to ${MOST}.`)
      })
      .default(1)
      .env('SIGHTLINE_CONCURRENCY'),
  )
