import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { deviceOption, hardwareVideoOption, withConversionOptions } from './model-options.ts'
import { dataFolder, engineEntry } from './resources.ts'
import type { RunOptions } from './run-workflow.ts'
import { guarded } from './terminal.ts'

export const runCommand = () =>
  withConversionOptions(new Command('run').description('run a workflow on a video and write its results'))
    .argument('[workflow]', 'a .sightline.json file, or a bare graph')
    .option('--demo', 'run the demo workflow on the demo video')
    .option('--source <path>', 'run on this video, image or folder of images instead of the source in the workflow')
    .option('--model <model...>', 'use this model: a name or id of “models list”, an ONNX file, or <block>=<model>')
    .option('--out <dir>', 'folder for the results (default: sightline-runs/<time>)')
    .option('--force', 'replace the results of a completed run in the folder of --out')
    .option('--sam3 <dir>', 'folder of SAM 3 (default: the folder of “models install-sam3”)')
    .option('--resume <dir>', 'resume the interrupted run in this folder of results')
    .addOption(
      deviceOption(
        'run all models on this device: an id of “sightline devices”, or auto (default: as the blocks say, else auto)',
      ),
    )
    .option('--no-cache', 'compute everything again, and cache nothing for later runs')
    .addOption(hardwareVideoOption())
    .option('--json', 'print the run record as JSON, and nothing else, on stdout')
    .addHelpText(
      'after',
      '\nExit code: 0 when the run completed, else 1 (2: unreadable workflow, or a folder with results; 130: interrupted).',
    )
    .action((workflow: string | undefined, options: RunOptions) =>
      guarded(async () => {
        // The engine process loads its modules while this one loads its own and checks the workflow.
        const engine = createEngine({ entry: engineEntry(), dataDir: dataFolder(), ahead: true })
        try {
          return await (await import('./run-workflow.ts')).runWorkflow(workflow, options, engine)
        } finally {
          engine.close()
        }
      }),
    )
