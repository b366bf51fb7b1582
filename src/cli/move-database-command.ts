/** `sightline admin move-database`: from SQLite to PostgreSQL, and back. */
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { moveDatabase } from '../platform/work/administration/move-database.ts'
import { SERVER_FOLDER } from './server-data.ts'
import { EXIT, guarded, print } from './terminal.ts'

interface MoveOptions {
  data: string
  database: string
  back?: boolean
}

export const moveDatabaseCommand = (): Command =>
  new Command('move-database')
    .description('move the data of a stopped server from its file in the data folder to PostgreSQL, or back')
    .option('--data <dir>', 'the data folder of the server, or that of the app', SERVER_FOLDER)
    .addOption(
      new Option('--database <url>', 'the PostgreSQL database, postgres://…: an empty one, unless with --back')
        .env('SIGHTLINE_DATABASE')
        .makeOptionMandatory(),
    )
    .option('--back', 'from PostgreSQL to a file in the data folder')
    .action(({ data, database, back = false }: MoveOptions) =>
      guarded(async () => {
        createFilesPrivately()
        const direction = back ? 'to-file' : 'to-postgres'
        const { rows, kept } = await moveDatabase({ dataDir: resolve(data), database, direction })
        print(`Moved ${rows} rows. ${kept === null ? AFTER_BACK : afterMove(kept)}`)
        return EXIT.ok
      }),
    )

const AFTER_BACK =
  'Start the server without --database. The PostgreSQL database is unchanged; drop it when all is well.'

const afterMove = (kept: string): string =>
  `Start the server with --database. The former database is kept as ${kept}; delete it when all is well.`
