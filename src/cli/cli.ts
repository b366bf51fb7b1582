/** The command line: `sightline run | validate | models`. */
import { Command } from 'commander'
import { VERSION } from '../shared/domain/version.ts'
import { modelsCommand } from './models-command.ts'
import { runCommand } from './run-command.ts'
import { validateCommand } from './validate-command.ts'

const COMMANDS = [runCommand, validateCommand, modelsCommand]

const program = new Command('sightline')
  .description('Draw a computer-vision pipeline, run it on your own video, and see what came out.')
  .version(VERSION)
  .showHelpAfterError('(add --help for usage)')
for (const command of COMMANDS) program.addCommand(command())

await program.parseAsync()
