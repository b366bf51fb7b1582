/** `sightline admin shares`: how organizations share the workers. */
import { Command, InvalidArgumentError } from 'commander'
import type { ListedShare, ShareChange } from '../platform/work/administration/shares.ts'
import { parseLabel, type ServerData, withServerData } from './server-options.ts'
import { CommandFailure, tableOf } from './terminal.ts'

const MOST_WEIGHT = 1000
const NONE = 'none'

interface SetOptions extends ServerData {
  weight?: number
  runs?: number | typeof NONE
  label?: string
}

/** `change` stores the change, and returns the organization's name. */
export const setShareCommand = (
  change: (options: ServerData, slug: string, change: ShareChange) => Promise<void>,
): Command =>
  withServerData(new Command('set').description('change the share of an organization, also while the server works'))
    .argument('<organization>', 'slug of the organization, as listed')
    .option('--weight <number>', 'share of the slots relative to other organizations, from 1', within(1, MOST_WEIGHT))
    .option('--runs <number>', 'runs at the same time at most; none: no limit', orNone(within(1, MOST_WEIGHT)))
    .option('--label <name>', 'only workers with this label execute its jobs; none: all', orNone(parseLabel))
    .action(async (slug: string, options: SetOptions) => {
      const { weight, runs, label } = options
      if (weight === undefined && runs === undefined && label === undefined) {
        throw new CommandFailure('Give --weight, --runs or --label.')
      }
      await change(options, slug, {
        ...(weight !== undefined && { weight }),
        ...(runs !== undefined && { runs_at_most: runs === NONE ? null : runs }),
        ...(label !== undefined && { label: label === NONE ? null : label }),
      })
    })

const within = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
}

const orNone =
  <T>(parse: (text: string) => T) =>
  (text: string): T | typeof NONE =>
    text === NONE ? NONE : parse(text)

export const shareTable = (shares: readonly ListedShare[]): string =>
  tableOf([
    ['Organization', 'Weight', 'Runs at most', 'Label', 'Runs', 'Waiting', 'Name'],
    ...shares.map((share) => [
      ...[share.slug, String(share.weight), String(share.runs_at_most ?? NONE), share.label ?? NONE],
      ...[String(share.running_runs), String(share.queued_runs), share.name],
    ]),
  ])
