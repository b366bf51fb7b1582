/** The options of the mail server that sends invites. */
import { type Command, Option } from 'commander'
import type { PlatformOptions } from '../platform/platform.ts'
import { CommandFailure } from './terminal.ts'

export interface MailOptions {
  smtp?: string
  mailFrom?: string
}

export const withMailOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--smtp <url>', 'mail server that sends invites, as in smtp://user:password@mail.example.com:587').env(
        'SIGHTLINE_SMTP',
      ),
    )
    .addOption(
      new Option('--mail-from <address>', 'sender of mail, as in "Sightline <sightline@example.com>"').env(
        'SIGHTLINE_MAIL_FROM',
      ),
    )

/**
 * Checked here and not by commander, whose error would repeat the address with its password.
 * @throws CommandFailure when only one of the two is given, or the address is not that of a mail server
 */
export function mailOf({ smtp, mailFrom }: MailOptions): Pick<PlatformOptions, 'mail'> {
  if (smtp === undefined && mailFrom === undefined) return {}
  if (smtp === undefined) throw new CommandFailure('Name the mail server with --smtp.')
  if (mailFrom === undefined) throw new CommandFailure('Name the sender of mail with --mail-from.')
  const url = URL.canParse(smtp) ? new URL(smtp) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new CommandFailure('Write the mail server of --smtp as smtp://HOST:PORT or smtps://HOST:PORT.')
  }
  return { mail: { smtp, from: mailFrom } }
}
