import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import type { Model } from '../shared/api/models.ts'
import type { Conversion } from '../shared/domain/conversion.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { type ConversionOptions, conversionOf, withConversionOptions } from './conversion-options.ts'
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
    withPlatformOptions(new Command('import').description('make an ONNX file a model that workflows can use')),
  )
    .argument('<file>', 'an ONNX file')
    .option('--name <name>', 'name of the model (default: that of the file)')
    .option('--json', 'print the model as JSON')
    .action((file: string, options: ImportOptions) =>
      guarded(async () => {
        const path = resolve(file)
        await requireFile(path, file)
        const conversion = await conversionOf(options)
        const more = { ...(options.name !== undefined && { name: options.name }), ...(conversion && { conversion }) }
        const model = await withPlatform(options, (access) => importModel(access, path, more))
        print(options.json ? JSON.stringify(model, null, 2) : oneLine(imported(model)))
        return EXIT.ok
      }),
    )

/** Invalid paths are reported before anything is started or sent. */
async function requireFile(path: string, asked: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new CommandFailure(`There is no file “${asked}”.`, EXIT.unreadable)
  if (found.isFile()) return
  const message = `“${asked}” is not a file. Name an ONNX file; the folder of SAM 3 is installed with “models install-sam3”.`
  throw new CommandFailure(message, EXIT.unreadable)
}

async function importModel(
  { client, isLocal }: PlatformAccess,
  path: string,
  more: { name?: string; conversion?: Conversion },
): Promise<Model> {
  if (isLocal) return client.models.import({ body: { gcs_uri: pathToFileURL(path).href, ...more } })
  const target = await client.models.uploadUrl({ body: { filename: basename(path), content_type: ONNX_TYPE } })
  await client.upload(target, { path }, { contentType: ONNX_TYPE })
  return client.models.import({ body: { gcs_uri: target.gcs_uri, ...more } })
}

/** All of COCO's are listed. */
const MAX_CLASSES = 100

function imported({ name, model_type, architecture, class_mapping }: Model): string {
  const classes = Object.values(class_mapping ?? {})
  const finds = classes.length > 0 ? `: ${classWords(classes, MAX_CLASSES)}` : ''
  return `Imported “${name}” (${taskWords(model_type, architecture)}${finds}).`
}
