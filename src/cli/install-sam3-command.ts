import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { findSam3 } from '../platform/models/sam3-weights.ts'
import { isSam3File, SAM3_FILES, SAM3_FOLDER } from '../shared/domain/sam3.ts'
import { dataFolder } from './data-folder.ts'
import { installFolder } from './install-folder.ts'
import { engineEntry } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

export const installSam3Command = (): Command =>
  new Command('install-sam3')
    .description('install the files of SAM 3 for runs (docs/sam3.md lists them and where to get them)')
    .argument('<folder>', `with ${Object.values(SAM3_FILES).join(', ')}`)
    .option('--data <dir>', 'another data folder than the app’s')
    .action((folder: string, { data }: { data?: string }) =>
      guarded(async () => {
        const from = resolve(folder)
        const files = await requireFiles(from, folder)
        const inspected = await createEngine({ entry: engineEntry() }).inspectModel(from)
        if (!inspected.ok) throw new CommandFailure(inspected.error.message)
        const target = join(data === undefined ? dataFolder() : resolve(data), SAM3_FOLDER)
        if (from !== target) await installFolder('SAM 3', from, files, target)
        // Computing the digest now saves the first run from it.
        await findSam3(target)
        print(`SAM 3 is installed in ${target}.`)
        return EXIT.ok
      }),
    )

async function requireFiles(path: string, asked: string): Promise<string[]> {
  const names = await readdir(path).catch(() => null)
  if (!names) throw new CommandFailure(`There is no folder “${asked}”.`, EXIT.unreadable)
  const missing = Object.values(SAM3_FILES).filter((file) => !names.includes(file))
  if (missing.length === 0) return names.filter(isSam3File)
  const list = missing.map((file) => `“${file}”`).join(', ')
  throw new CommandFailure(`“${asked}” lacks ${list} of SAM 3. See docs/sam3.md.`, EXIT.unreadable)
}
