import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { createModelDownloads, type ModelDownloads } from '../app/model-downloads/model-downloads.ts'
import { createSettings } from '../app/settings.ts'
import type { CatalogueModel, ModelDownloadUpdate, ResolvedModel } from '../shared/bridge/model-downloads.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { VERSION } from '../shared/domain/version.ts'
import { listedTask } from './model-report.ts'
import { type PlatformOptions, withPlatform, withPlatformOptions } from './platform-access.ts'
import { createDownloadDisplay } from './progress-display.ts'
import { dataFolder, resourcesFolder } from './resources.ts'
import { CommandFailure, EXIT, guarded, onSignals, print, say, tableOf } from './terminal.ts'

interface GetOptions extends PlatformOptions {
  list?: boolean
  file?: string
  name?: string
  json?: boolean
  yes?: boolean
}

export const modelsGetCommand = (): Command =>
  withPlatformOptions(new Command('get').description('download a model and import it'))
    .argument('[source]', 'a model of the catalogue, OWNER/REPO, hf:OWNER/REPO[/FILE], or the link of an ONNX file')
    .option('--list', 'list the catalogue, or the files of the source, and download nothing')
    .option('--file <path>', 'the file, when the source has several')
    .option('--name <name>', 'name of the model (default: that of the catalogue or file)')
    .option('--json', 'print the list or the model as JSON')
    .option('--yes', 'download without the question that a terminal asks after the licence')
    .action((source: string | undefined, options: GetOptions) => guarded(() => getModel(source, options)))

async function getModel(source: string | undefined, options: GetOptions): Promise<number> {
  if (source === undefined) {
    if (!options.list) throw new CommandFailure('Name a model, a repository or a link; --list lists the catalogue.')
    const models = await downloadsOf(options).catalogue()
    print(options.json ? JSON.stringify(models, null, 2) : catalogueTable(models))
    return EXIT.ok
  }
  const stop = new AbortController()
  const stopListening = onSignals(() => stop.abort())
  try {
    const found = await downloadsOf(options).resolve(source, stop.signal)
    if (options.list) {
      print(options.json ? JSON.stringify(found, null, 2) : filesOf(found))
      return EXIT.ok
    }
    const file = chosenFile(found, options.file)
    say(oneLine(licenceLine(found)))
    if (!options.yes && !(await agreed(found, file, stop.signal))) return EXIT.failed
    const done = await download(found.source, file, options, stop.signal)
    print(options.json ? JSON.stringify(done, null, 2) : oneLine(doneLine(done)))
    return EXIT.ok
  } catch (error) {
    if (!stop.signal.aborted) throw error
    throw new CommandFailure('Stopped. The same command resumes the download.', EXIT.interrupted)
  } finally {
    stopListening()
  }
}

/** True without a terminal, where nobody can be asked. */
async function agreed({ files }: ResolvedModel, path: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true
  const bytes = files.find((file) => file.path === path)?.size_bytes ?? null
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asking.question(`Download ${oneLine(path)} (${size(bytes)})? [Y/n] `, { signal })
    return !/^n/i.test(answer.trim())
  } finally {
    asking.close()
  }
}

type Done = ModelDownloadUpdate & { type: 'done' }

/** The platform is opened before the download, so that one that is in use is reported at once. */
function download(source: string, file: string, options: GetOptions, signal: AbortSignal): Promise<Done> {
  const { name } = options
  return withPlatform(options, async ({ client, isLocal }) => {
    const display = createDownloadDisplay()
    let done: Done | null = null
    try {
      const downloads = downloadsOf(options, { use: (work) => work(client), isLocal })
      const emit = async (update: ModelDownloadUpdate) => {
        if (update.type === 'done') done = update
        else display.update(update)
      }
      await downloads.get({ source, file, ...(name === undefined ? {} : { name }) }, emit, signal)
    } finally {
      display.stop()
    }
    return done as unknown as Done
  })
}

const NO_PLATFORM = {
  use: () => Promise.reject(new Error('The catalogue and lists need no platform.')),
  isLocal: false,
}

/** Unfinished downloads are in the data folder of this machine, also those for a server. */
function downloadsOf(
  { data }: PlatformOptions,
  target: Parameters<typeof createModelDownloads>[0]['target'] = NO_PLATFORM,
): ModelDownloads {
  const dataDir = data === undefined ? dataFolder() : resolve(data)
  const settings = createSettings(resolve(dataDir, 'settings.json'))
  return createModelDownloads({
    dataDir,
    resourcesDir: resourcesFolder(),
    version: VERSION,
    env: process.env,
    settings: settings.get,
    target,
  })
}

function chosenFile({ title, files }: ResolvedModel, wanted: string | undefined): string {
  if (wanted !== undefined) {
    const file = files.find(({ path }) => path === wanted)
    if (!file) throw new CommandFailure(`There is no file “${wanted}” in “${title}”; --list lists its files.`)
    if (file.problem) throw new CommandFailure(file.problem.message)
    return file.path
  }
  const usable = files.filter(({ problem }) => problem === null)
  const [first, ...others] = usable
  if (!first) throw new CommandFailure(files[0]?.problem?.message ?? `“${title}” has no file that can be used.`)
  if (others.length === 0) return first.path
  const list = usable.map(({ path, size_bytes }) => `  ${path}${size_bytes === null ? '' : ` (${size(size_bytes)})`}`)
  throw new CommandFailure(
    `“${title}” has several files. Name one with --file, such as --file ${first.path}:`,
    EXIT.failed,
    list,
  )
}

const size = (bytes: number | null): string => (bytes === null ? 'size unknown' : `${(bytes / 1e6).toFixed(1)} MB`)

function licenceLine({ licence, page }: ResolvedModel): string {
  if (licence === null) return `Licence: not stated${page === null ? '' : `; see ${page}`}.`
  return `Licence: ${licence.name}${licence.url === null ? '' : ` (${licence.url})`}`
}

const CHECKSUMS = {
  verified: 'checksum as published',
  recorded: 'checksum as at its first download',
  first: 'no published checksum: this one is now recorded',
} as const

const doneLine = ({ model_id, model_name, sha256, checksum }: Done): string =>
  `${model_id === null ? 'Installed the search model' : 'Imported'} “${model_name}” (${CHECKSUMS[checksum]}: ${sha256}).`

function filesOf({ title, files, page, ...found }: ResolvedModel): string {
  const rows = files.map(({ path, size_bytes, problem }) => [path, size(size_bytes), problem?.message ?? ''])
  const head = [title, ...(page === null ? [] : [page]), licenceLine({ ...found, title, files, page })]
  return [...head.map(oneLine), '', tableOf([['File', 'Size', ''], ...rows])].join('\n')
}

function catalogueTable(models: readonly CatalogueModel[]): string {
  const rows = models.map(({ id, task, use, input, size_bytes, licence, sha256, source, summary }) => [
    id,
    listedTask(use, task),
    `${input.width} x ${input.height}`,
    size(size_bytes),
    licence.spdx,
    sha256 !== null ? 'published' : source.kind === 'url' ? 'recorded at first download' : 'that of the hub',
    summary.en,
  ])
  return tableOf([['Id', 'Task', 'Input', 'Size', 'Licence', 'Checksum', ''], ...rows])
}
