/** The command line: `sightline run | validate | models | devices | measure | track | evaluate | mcp | serve | worker | admin | backup | restore`. */
import { Command } from 'commander'
import { VERSION } from '../shared/domain/version.ts'

/** The platform is large and loaded only on demand; the command that is loaded declares its options. */
const lazy = (name: string, description: string, load: () => Promise<Command>) => () =>
  new Command(name)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (_options, { args }: Command) => {
      await (await load()).name(`sightline ${name}`).parseAsync(args, { from: 'user' })
    })
const serve = async () => (await import('./serve.ts')).serveCommand(VERSION)
const worker = async () => (await import('./serve.ts')).workerCommand(VERSION)

/** Each command is loaded when it is called, and all of them for the help. */
const COMMANDS: Readonly<Record<string, () => Command | Promise<Command>>> = {
  run: async () => (await import('./run-command.ts')).runCommand(),
  validate: async () => (await import('./validate-command.ts')).validateCommand(),
  models: async () => (await import('./models-command.ts')).modelsCommand(),
  devices: async () => (await import('./devices-command.ts')).devicesCommand(),
  track: async () => (await import('./track-command.ts')).trackCommand(),
  measure: async () => (await import('./measure-command.ts')).measureCommand(),
  evaluate: async () => (await import('./track-command.ts')).evaluateCommand(),
  webhooks: async () => (await import('./webhooks-command.ts')).webhooksCommand(),
  mcp: async () => (await import('./mcp-command.ts')).mcpCommand(),
  serve: lazy('serve', 'serve the platform to a team: API, models, workflows and runs', serve),
  worker: lazy('worker', 'execute jobs of servers that share a database and a store', worker),
  admin: async () => (await import('./admin-command.ts')).adminCommand(),
  backup: async () => (await import('./backup-command.ts')).backupCommand(),
  restore: async () => (await import('./backup-command.ts')).restoreCommand(),
}

/** The commands that the arguments may call. An unknown name needs all of them, for the suggestion in its error. */
function calledBy([first = '']: readonly string[]): (typeof COMMANDS)[string][] {
  if (first === '--version' || first === '-V') return []
  const called = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined
  return called ? [called] : Object.values(COMMANDS)
}

const program = new Command('sightline')
  .description('Draw a computer-vision pipeline, run it on your own video, and see its results.')
  .version(VERSION)
  .showHelpAfterError('(add --help for usage)')
for (const load of calledBy(process.argv.slice(2))) program.addCommand(await load())

await program.parseAsync()
