/** `sightline backup` and `sightline restore`: the data of a server, also while it serves. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { restoreBackup } from '../platform/files/backup/restore-backup.ts'
import { type BackupSize, writeBackup } from '../platform/files/backup/write-backup.ts'
import { createFilesPrivately } from '../platform/machine/private-folder.ts'
import { VERSION } from '../shared/domain/version.ts'
import { type ServerData, withServerData } from './server-data.ts'
import { type StoreOptions, withStoreOption } from './store-option.ts'
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
