import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { dataFilesBeside } from '../disk/model-data-files.ts'
import type { Model } from '../shared/api/models.ts'
import type { Conversion } from '../shared/domain/conversion.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { type ConversionOptions, conversionOf, withConversionOptions } from './conversion-options.ts'
import { modelFileAt } from './model-path.ts'
import { classWords, taskWords } from './model-task.ts'
import { type PlatformAccess, type PlatformOptions, withPlatform, withPlatformOptions } from './platform-access.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

interface ImportOptions extends PlatformOptions, ConversionOptions {
  name?: string
  json?: boolean
}

const ONNX_TYPE = 'application/octet-stream'

export const modelsImportCommand = (): Command =>
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
