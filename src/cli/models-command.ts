import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { givenOptions } from '../shared/domain/conversion.ts'
import { CPU } from '../shared/domain/device.ts'
import type { ModelFile } from '../shared/engine-contract/job.ts'
import { type ConversionOptions, conversionOf, withConversionOptions } from './conversion-options.ts'
import { dataFolder } from './data-folder.ts'
import { deviceOption, requireDevice } from './device-option.ts'
import { installEmbedderCommand } from './install-embedder-command.ts'
import { installSam3Command } from './install-sam3-command.ts'
import { installSegmenterCommand } from './install-segmenter-command.ts'
import { modelReport } from './model-report.ts'
import { modelsGetCommand } from './models-get-command.ts'
import { modelsImportCommand } from './models-import-command.ts'
import { modelsListCommand } from './models-list-command.ts'
import { modelsSetCommand } from './models-set-command.ts'
import { engineEntry, modelPath } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

interface InspectOptions extends ConversionOptions {
  json?: boolean
  speed?: boolean
  device?: string
}

/** A file, or else an imported model with its options. */
async function inspectable(file: string): Promise<(Pick<ModelFile, 'path' | 'conversion'> & { name?: string }) | null> {
  const path = modelPath(file, process.cwd())
  if (path !== null) return { path }
  const { importedModel } = await import('../platform/models/imported-model.ts')
  return importedModel(dataFolder(), file)
}

export function modelsCommand(): Command {
  const inspect = withConversionOptions(
    new Command('inspect').description('describe a model file: family, classes, input, outputs, precision'),
  )
    .argument('<file>', 'an ONNX file, or the name of a bundled or imported model')
    .option('--speed', 'also measure the time for a frame on this machine')
    .addOption(deviceOption('device for --speed: an id of “sightline devices”, or auto (default: cpu)'))
    .option('--json', 'print it as JSON')
    .action((file: string, options: InspectOptions) =>
      guarded(async () => {
        const given = await conversionOf(options)
        const found = await inspectable(file)
        if (!found) throw new CommandFailure(`There is no file “${file}”.`, EXIT.unreadable)
        const { path, name, conversion: stored } = found
        const conversion = givenOptions(Object.assign({}, stored, given))
        const engine = createEngine({ entry: engineEntry(), dataDir: dataFolder() })
        const device = await requireDevice(options.device ?? CPU, engine)
        const inspected = await engine.inspectModel(path, name, { measure: options.speed ?? false, device, conversion })
        if (!inspected.ok) throw new CommandFailure(inspected.error.message)
        print(options.json ? JSON.stringify(inspected.value, null, 2) : modelReport(inspected.value))
        return EXIT.ok
      }),
    )
  return new Command('models')
    .description('get, inspect, import, change and list models')
    .addCommand(inspect)
    .addCommand(modelsGetCommand())
    .addCommand(modelsImportCommand())
    .addCommand(modelsListCommand())
    .addCommand(modelsSetCommand())
    .addCommand(installEmbedderCommand())
    .addCommand(installSam3Command())
    .addCommand(installSegmenterCommand())
}
