import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { OUTBOX_FOLDER, sendOutbox } from './outbox-delivery.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

/** The secret that signs messages of the command line. */
export const webhookSecret = (): string | undefined => process.env.SIGHTLINE_WEBHOOK_SECRET

export function webhooksCommand(): Command {
  const send = new Command('send')
    .description('send the messages that a run’s webhook sinks could not deliver')
    .argument('<dir>', 'folder with the results of the run')
    .addHelpText('after', '\nSIGHTLINE_WEBHOOK_SECRET signs the messages.')
    .action((dir: string) =>
      guarded(async () => {
        if (!existsSync(join(dir, OUTBOX_FOLDER)))
          throw new CommandFailure(`There is nothing to send in “${dir}”.`, EXIT.unreadable)
        const { sent, left, problem } = await sendOutbox(dir, webhookSecret())
        print(`${sent} sent, ${left} left`)
        if (problem) throw new CommandFailure(problem)
        return EXIT.ok
      }),
    )
  return new Command('webhooks').description('messages of webhook sinks').addCommand(send)
}
