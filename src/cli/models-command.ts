import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, Option } from 'commander'
import type { ApiClient } from '../client/client.ts'
import { dataFilesBeside } from '../disk/model-data-files.ts'
import { createEngine } from '../engine/host/engine-host.ts'
import type { Model } from '../shared/api/models.ts'
import { CONVERSION_FIELDS, type Conversion, type ConversionField, givenOptions } from '../shared/domain/conversion.ts'
import { CPU } from '../shared/domain/device.ts'
import { oneLine } from '../shared/domain/printable.ts'
import type { ModelFile } from '../shared/engine-contract/job.ts'
import {
  type ConversionOptions,
  conversionOf,
  deviceOption,
  requireDevice,
  withConversionOptions,
} from './model-options.ts'
import { classWords, modelReport, optionLines, taskWords } from './model-report.ts'
import { modelsGetCommand } from './models-get-command.ts'
import { installEmbedderCommand, installSam3Command, installSegmenterCommand } from './models-install-commands.ts'
import { type PlatformAccess, type PlatformOptions, withPlatform, withPlatformOptions } from './platform-access.ts'
import { dataFolder, engineEntry, modelFileAt, modelPath, withWholeModel } from './resources.ts'
import { CommandFailure, EXIT, guarded, print, tableOf } from './terminal.ts'

interface InspectOptions extends ConversionOptions {
  json?: boolean
  speed?: boolean
  device?: string
}

/** A file, or else an imported model with its options. */
async function inspectable(file: string): Promise<(Pick<ModelFile, 'path' | 'conversion'> & { name?: string }) | null> {
  const path = modelPath(file, process.cwd())
  if (path !== null) return { path }
  const { importedModel } = await import('../platform/models/imported-model.ts')
  return importedModel(dataFolder(), file)
}

export function modelsCommand(): Command {
  const inspect = withConversionOptions(
    new Command('inspect').description('describe a model file: family, classes, input, outputs, precision'),
  )
    .argument('<file>', 'an ONNX file, a folder or ZIP archive with one, or the name of a bundled or imported model')
    .option('--speed', 'also measure the time for a frame on this machine')
    .addOption(deviceOption('device for --speed: an id of “sightline devices”, or auto (default: cpu)'))
    .option('--json', 'print it as JSON')
    .action((file: string, options: InspectOptions) =>
      guarded(async () => {
        const given = await conversionOf(options)
        const found = await inspectable(file)
        if (!found) throw new CommandFailure(`There is no file “${file}”.`, EXIT.unreadable)
        const { path, name, conversion: stored } = found
        const conversion = givenOptions(Object.assign({}, stored, given))
        const engine = createEngine({ entry: engineEntry(), dataDir: dataFolder() })
        const device = await requireDevice(options.device ?? CPU, engine)
        const model = await modelFileAt(path)
        const settings = { measure: options.speed ?? false, device, conversion }
        const inspected = await withWholeModel(model, (whole) =>
          engine.inspectModel(whole, name ?? basename(model), settings),
        )
        if (!inspected.ok) throw new CommandFailure(inspected.error.message)
        print(options.json ? JSON.stringify(inspected.value, null, 2) : modelReport(inspected.value))
        return EXIT.ok
      }),
    )
  return new Command('models')
    .description('get, inspect, import, change and list models')
    .addCommand(inspect)
    .addCommand(modelsGetCommand())
    .addCommand(modelsImportCommand())
    .addCommand(modelsListCommand())
    .addCommand(modelsSetCommand())
    .addCommand(installEmbedderCommand())
    .addCommand(installSam3Command())
    .addCommand(installSegmenterCommand())
}

interface ImportOptions extends PlatformOptions, ConversionOptions {
  name?: string
  json?: boolean
}

const ONNX_TYPE = 'application/octet-stream'

const modelsImportCommand = (): Command =>
  withConversionOptions(
    withPlatformOptions(
      new Command('import').description(
        'make an ONNX file a model that workflows can use; weights beside it come along',
      ),
    ),
  )
    .argument('<file>', 'an ONNX file, or a folder or ZIP archive with one')
    .option('--name <name>', 'name of the model (default: that of the file)')
    .option('--json', 'print the model as JSON')
    .action((file: string, options: ImportOptions) =>
      guarded(async () => {
        const path = await requireFile(resolve(file), file)
        const conversion = await conversionOf(options)
        const more = { ...(options.name !== undefined && { name: options.name }), ...(conversion && { conversion }) }
        const model = await withPlatform(options, (access) => importModel(access, path, more))
        print(options.json ? JSON.stringify(model, null, 2) : oneLine(imported(model)))
        return EXIT.ok
      }),
    )

/** Invalid paths are reported before anything is started or sent. */
async function requireFile(path: string, asked: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new CommandFailure(`There is no file “${asked}”.`, EXIT.unreadable)
  const model = await modelFileAt(path)
  if ((await stat(model)).isFile()) return model
  const message = `“${asked}” is not a file. Name an ONNX file; the folder of SAM 3 is installed with “models install-sam3”.`
  throw new CommandFailure(message, EXIT.unreadable)
}

type SentFile = { name: string; path: string }

async function importModel(
  { client, isLocal }: PlatformAccess,
  path: string,
  more: { name?: string; conversion?: Conversion },
): Promise<Model> {
  const send = async ({ name: filename, path: from }: SentFile): Promise<string> => {
    if (isLocal) return pathToFileURL(from).href
    const target = await client.models.uploadUrl({ body: { filename, content_type: ONNX_TYPE } })
    await client.upload(target, { path: from }, { contentType: ONNX_TYPE })
    return target.gcs_uri
  }
  const data_gcs_uris: string[] = []
  for (const data of await dataFilesBeside(path)) data_gcs_uris.push(await send(data))
  const gcs_uri = await send({ name: basename(path), path })
  return client.models.import({ body: { gcs_uri, data_gcs_uris, ...more } })
}

/** All of COCO's are listed. */
const MAX_CLASSES = 100

function imported({ name, model_type, architecture, class_mapping }: Model): string {
  const classes = Object.values(class_mapping ?? {})
  const finds = classes.length > 0 ? `: ${classWords(classes, MAX_CLASSES)}` : ''
  return `Imported “${name}” (${taskWords(model_type, architecture)}${finds}).`
}

interface SetOptions extends PlatformOptions, ConversionOptions {
  unset?: ConversionField[]
  reset?: boolean
  json?: boolean
}

const modelsSetCommand = (): Command =>
  withConversionOptions(withPlatformOptions(new Command('set').description('change the options of a model')))
    .argument('<model>', 'name or id of a model of “models list”')
    .addOption(
      new Option('--unset <options...>', 'leave these to the file and its family again').choices(CONVERSION_FIELDS),
    )
    .option('--reset', 'leave all others to the file and its family again')
    .option('--json', 'print the model as JSON')
    .action((model: string, options: SetOptions) =>
      guarded(async () => {
        const given = await conversionOf(options)
        const { unset = [], reset = false } = options
        if (!given && unset.length === 0 && !reset) {
          throw new CommandFailure('Name an option to set, or use --unset or --reset.')
        }
        const changed = await withPlatform(options, async ({ client }) => {
          const { conversion: before } = await client.models.get({ params: { model } })
          const kept = Object.entries(reset ? {} : (before ?? {})).filter(([field]) => !isIn(unset, field))
          const conversion: Conversion = Object.assign(Object.fromEntries(kept), given)
          return client.models.update({ params: { model }, body: { conversion: givenOptions(conversion) } })
        })
        if (options.json) print(JSON.stringify(changed, null, 2))
        else print([`Changed “${changed.name}”.`, ...optionLines(changed.conversion_in_use)].map(oneLine).join('\n'))
        return EXIT.ok
      }),
    )

const isIn = (fields: readonly string[], field: string): boolean => fields.includes(field)

const PAGE = 100

const modelsListCommand = (): Command =>
  withPlatformOptions(new Command('list').description('list the models that workflows can use'))
    .option('--json', 'print them as JSON')
    .action((options: PlatformOptions & { json?: boolean }) =>
      guarded(async () => {
        const models = await withPlatform(options, ({ client }) => allModels(client))
        if (options.json) print(JSON.stringify(models, null, 2))
        else print(models.length === 0 ? 'There are no models.' : modelTable(models))
        return EXIT.ok
      }),
    )

async function allModels(client: ApiClient): Promise<Model[]> {
  const models: Model[] = []
  for (;;) {
    const { data, has_more } = await client.models.list({ query: { limit: PAGE, offset: models.length } })
    models.push(...data)
    if (!has_more || data.length === 0) return models
  }
}

const LISTED_CLASSES = 5

function modelTable(models: readonly Model[]): string {
  const rows = models.map(({ name, model_type, architecture, precision, status, class_mapping }) => {
    const classes = classWords(Object.values(class_mapping ?? {}), LISTED_CLASSES)
    return [name, taskWords(model_type, architecture), precision, status, classes]
  })
  return tableOf([['Name', 'Kind', 'Precision', 'Status', 'Classes'], ...rows])
}
