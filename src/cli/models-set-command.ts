import { Command, Option } from 'commander'
import { CONVERSION_FIELDS, type Conversion, type ConversionField, givenOptions } from '../shared/domain/conversion.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { type ConversionOptions, conversionOf, withConversionOptions } from './conversion-options.ts'
import { optionLines } from './model-report.ts'
import { type PlatformOptions, withPlatform, withPlatformOptions } from './platform-access.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

interface SetOptions extends PlatformOptions, ConversionOptions {
  unset?: ConversionField[]
  reset?: boolean
  json?: boolean
}

export const modelsSetCommand = (): Command =>
  withConversionOptions(withPlatformOptions(new Command('set').description('change the options of a model')))
    .argument('<model>', 'name or id of a model of “models list”')
    .addOption(
      new Option('--unset <options...>', 'leave these to the file and its family again').choices(CONVERSION_FIELDS),
    )
    .option('--reset', 'leave all others to the file and its family again')
    .option('--json', 'print the model as JSON')
    .action((model: string, options: SetOptions) =>
      guarded(async () => {
        const given = await conversionOf(options)
        const { unset = [], reset = false } = options
        if (!given && unset.length === 0 && !reset) {
          throw new CommandFailure('Name an option to set, or use --unset or --reset.')
        }
        const changed = await withPlatform(options, async ({ client }) => {
          const { conversion: before } = await client.models.get({ params: { model } })
          const kept = Object.entries(reset ? {} : (before ?? {})).filter(([field]) => !isIn(unset, field))
          const conversion: Conversion = Object.assign(Object.fromEntries(kept), given)
          return client.models.update({ params: { model }, body: { conversion: givenOptions(conversion) } })
        })
        if (options.json) print(JSON.stringify(changed, null, 2))
        else print([`Changed “${changed.name}”.`, ...optionLines(changed.conversion_in_use)].map(oneLine).join('\n'))
        return EXIT.ok
      }),
    )

const isIn = (fields: readonly string[], field: string): boolean => fields.includes(field)
