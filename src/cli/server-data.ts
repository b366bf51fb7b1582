/** Options that name the data of a server. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'

export const SERVER_FOLDER = join(homedir(), '.sightline', 'serve')

export interface ServerData {
  data: string
  database?: string
}

export const withServerData = (
  command: Command,
  description = 'the data folder of the server, or that of the app',
): Command =>
  command
    .option('--data <dir>', description, SERVER_FOLDER)
    .addOption(
      new Option('--database <url>', 'PostgreSQL database of the server, postgres://…').env('SIGHTLINE_DATABASE'),
    )
