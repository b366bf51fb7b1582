import { Command } from 'commander'
import { createEngine } from '../engine/host.ts'
import type { ModelInspection } from '../shared/domain/job.ts'
import { engineEntry, modelPath } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

export function modelsCommand(): Command {
  const inspect = new Command('inspect')
    .description('say what a model file is: kind, classes, input')
    .argument('<file>', 'an ONNX file, or the name of a bundled model')
    .option('--json', 'print it as JSON')
    .action((file: string, options: { json?: boolean }) =>
      guarded(async () => {
        const path = modelPath(file, process.cwd())
        if (path === null) throw new CommandFailure(`There is no file “${file}”.`, EXIT.unreadable)
        const inspected = await createEngine({ entry: engineEntry() }).inspectModel(path)
        if (!inspected.ok) throw new CommandFailure(inspected.error.message)
        print(options.json ? JSON.stringify(inspected.value, null, 2) : description(inspected.value))
        return EXIT.ok
      }),
    )
  return new Command('models').description('look at model files').addCommand(inspect)
}

const description = ({ modelType, architecture, classes, input, precision }: ModelInspection): string =>
  [
    `Kind         ${modelType.replaceAll('_', ' ')}`,
    `Architecture ${architecture}`,
    `Input        ${input.width}x${input.height}, ${precision}`,
    `Classes      ${classes.length > 0 ? classes.join(', ') : 'not named in the file'}`,
  ].join('\n')
