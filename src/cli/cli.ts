/** The command line: `sightline run | validate | models | devices | measure | track | evaluate | serve`. */
import { Command } from 'commander'
import { VERSION } from '../shared/domain/version.ts'
import { devicesCommand } from './devices-command.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { measureCommand } from './measure-command.ts'
import { modelsCommand } from './models-command.ts'
import { runCommand } from './run-command.ts'
import { trackCommand } from './track-command.ts'
import { validateCommand } from './validate-command.ts'
import { webhooksCommand } from './webhooks-command.ts'

/** The platform is large and loaded only on demand; its own command declares its options. */
const lazyServe = () =>
  new Command('serve')
    .description('serve the platform to a team: API, models, workflows and runs')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (_options, { args }: Command) => {
      const { serveCommand } = await import('./serve.ts')
      await serveCommand(VERSION).name('sightline serve').parseAsync(args, { from: 'user' })
    })

const COMMANDS = [
  runCommand,
  validateCommand,
  modelsCommand,
  devicesCommand,
  trackCommand,
  measureCommand,
  evaluateCommand,
  webhooksCommand,
  lazyServe,
]

const program = new Command('sightline')
  .description('Draw a computer-vision pipeline, run it on your own video, and see its results.')
  .version(VERSION)
  .showHelpAfterError('(add --help for usage)')
for (const command of COMMANDS) program.addCommand(command())

await program.parseAsync()
