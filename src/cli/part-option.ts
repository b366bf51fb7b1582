/** The option that says how long the parts of a video are that several workers share. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { PART_S } from '../platform/workflows/runs/parts/run-parts.ts'

export interface PartOptions {
  partSeconds: number
}

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
