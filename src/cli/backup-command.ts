/** The data of a server as a whole: `sightline backup`, `sightline restore` and `sightline admin move-database`. */
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { restoreBackup } from '../platform/files/backup/restore-backup.ts'
import { type BackupSize, writeBackup } from '../platform/files/backup/write-backup.ts'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { moveDatabase } from '../platform/work/administration/move-database.ts'
import { VERSION } from '../shared/domain/version.ts'
import { SERVER_FOLDER, type ServerData, type StoreOptions, withServerData, withStoreOption } from './server-options.ts'
import { CommandFailure, EXIT, guarded, onSignals, print, say } from './terminal.ts'

export const backupCommand = (): Command =>
  withStoreOption(
    withServerData(
      new Command('backup').description('copy the data of a server to a new folder, also while it serves'),
    ),
  )
    .argument('<folder>', 'the new folder of the backup')
    .option('--with-master-key', 'also copy the keys that open stored secrets and sign URLs')
    .action((folder: string, options: ServerData & StoreOptions & { withMasterKey?: boolean }) =>
      guarded(async () => {
        const { withMasterKey: withSecrets = false } = options
        const target = resolve(folder)
        const size = await stoppable((signal) =>
          writeBackup({
            ...placeOf(options),
            ...(options.store && { store: options.store }),
            target,
            withSecrets,
            version: VERSION,
            now: () => new Date(),
            signal,
          }),
        )
        print(`Backed up ${inWords(size)} to ${target}.`)
        if (!withSecrets) {
          say('The master key is not in it: keep a copy of it elsewhere, or use --with-master-key.')
        }
        return EXIT.ok
      }),
    )

export const restoreCommand = (): Command =>
  withServerData(
    new Command('restore').description('restore a backup into an empty data folder'),
    'the new data folder; missing or empty',
  )
    .argument('<backup>', 'the folder of the backup')
    .action((folder: string, options: ServerData) =>
      guarded(async () => {
        const place = placeOf(options)
        const { manifest, ...size } = await stoppable((signal) =>
          restoreBackup({ ...place, folder: resolve(folder), signal }),
        )
        print(`Restored ${inWords(size)} of ${manifest.created_at} to ${place.dataDir}.`)
        if (!manifest.secrets) {
          say('Start the server with its master key in SIGHTLINE_MASTER_KEY or SIGHTLINE_MASTER_KEY_FILE.')
        }
        return EXIT.ok
      }),
    )

const placeOf = ({ data, database }: ServerData) => ({ dataDir: resolve(data), ...(database && { database }) })

const inWords = ({ files, size_bytes }: BackupSize): string =>
  `${files} ${files === 1 ? 'file' : 'files'} (${(size_bytes / 1e6).toFixed(1)} MB)`

/** Ctrl-C leaves nothing behind. */
async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  createFilesPrivately()
  const stop = new AbortController()
  const stopListening = onSignals(() => stop.abort())
  try {
    return await work(stop.signal)
  } catch (error) {
    throw stop.signal.aborted ? new CommandFailure('Stopped. Nothing was left behind.', EXIT.interrupted) : error
  } finally {
    stopListening()
  }
}

interface MoveOptions {
  data: string
  database: string
  back?: boolean
}

/** Moves the data from SQLite to PostgreSQL, and back. */
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
