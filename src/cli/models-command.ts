import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { CPU } from '../shared/domain/device.ts'
import { dataFolder } from './data-folder.ts'
import { deviceOption, requireDevice } from './device-option.ts'
import { installEmbedderCommand } from './install-embedder-command.ts'
import { installSam3Command } from './install-sam3-command.ts'
import { installSegmenterCommand } from './install-segmenter-command.ts'
import { modelReport } from './model-report.ts'
import { modelsGetCommand } from './models-get-command.ts'
import { modelsImportCommand } from './models-import-command.ts'
import { modelsListCommand } from './models-list-command.ts'
import { engineEntry, modelPath } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

export function modelsCommand(): Command {
  const inspect = new Command('inspect')
    .description('describe a model file: family, classes, input, outputs, precision')
    .argument('<file>', 'an ONNX file, or the name of a bundled model')
    .option('--speed', 'also measure the time for a frame on this machine')
    .addOption(deviceOption('device for --speed: an id of “sightline devices”, or auto (default: cpu)'))
    .option('--json', 'print it as JSON')
    .action((file: string, options: { json?: boolean; speed?: boolean; device?: string }) =>
      guarded(async () => {
        const path = modelPath(file, process.cwd())
        if (path === null) throw new CommandFailure(`There is no file “${file}”.`, EXIT.unreadable)
        const engine = createEngine({ entry: engineEntry(), dataDir: dataFolder() })
        const device = await requireDevice(options.device ?? CPU, engine)
        const inspected = await engine.inspectModel(path, undefined, { measure: options.speed ?? false, device })
        if (!inspected.ok) throw new CommandFailure(inspected.error.message)
        print(options.json ? JSON.stringify(inspected.value, null, 2) : modelReport(inspected.value))
        return EXIT.ok
      }),
    )
  return new Command('models')
    .description('get, inspect, import and list models')
    .addCommand(inspect)
    .addCommand(modelsGetCommand())
    .addCommand(modelsImportCommand())
    .addCommand(modelsListCommand())
    .addCommand(installEmbedderCommand())
    .addCommand(installSam3Command())
    .addCommand(installSegmenterCommand())
}
