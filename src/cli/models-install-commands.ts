import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { replaceFolder } from '../disk/replace-folder.ts'
import { createEngine } from '../engine/host/engine-host.ts'
import { findSam3 } from '../platform/models/sam3-weights.ts'
import {
  EMBEDDER_FILES,
  EMBEDDER_FOLDER,
  EMBEDDER_LABEL,
  isEmbedderFile,
  isSam3File,
  SAM3_FILES,
  SAM3_FOLDER,
  SEGMENTER_FOLDER,
  SEGMENTER_LABEL,
  segmenterFiles,
} from '../shared/domain/installed-models.ts'
import type { Inspected } from '../shared/engine-contract/job.ts'
import type { Segmentation } from '../shared/engine-contract/segmentation.ts'
import { dataFolder, engineEntry } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

export const installSam3Command = (): Command =>
  new Command('install-sam3')
    .description('install the files of SAM 3 for runs (docs/sam3.md lists them and where to get them)')
    .argument('<folder>', `with ${Object.values(SAM3_FILES).join(', ')}`)
    .option('--data <dir>', 'another data folder than the app’s')
    .action((folder: string, { data }: { data?: string }) =>
      guarded(async () => {
        const from = resolve(folder)
        const files = await requireSam3(from, folder)
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

async function requireSam3(path: string, asked: string): Promise<string[]> {
  const names = await readdir(path).catch(() => null)
  if (!names) throw new CommandFailure(`There is no folder “${asked}”.`, EXIT.unreadable)
  const missing = Object.values(SAM3_FILES).filter((file) => !names.includes(file))
  if (missing.length === 0) return names.filter(isSam3File)
  const list = missing.map((file) => `“${file}”`).join(', ')
  throw new CommandFailure(`“${asked}” lacks ${list} of SAM 3. See docs/sam3.md.`, EXIT.unreadable)
}

interface Options {
  data?: string
  name: string
}

export const installSegmenterCommand = (): Command =>
  new Command('install-segmenter')
    .description('install SAM, SAM 2, MobileSAM, EdgeSAM or EfficientSAM for prompts (see docs/segmenters.md)')
    .argument('<folder>', 'with the encoder and the decoder as two ONNX files')
    .option('--name <name>', 'its name in results', 'sam')
    .option('--data <dir>', 'another data folder than the app’s')
    .action((folder: string, { data, name }: Options) =>
      guarded(async () => {
        const from = resolve(folder)
        const files = await requireSegmenter(from, folder)
        const tried = await trySegmenter(from)
        if (!tried.ok) throw new CommandFailure(tried.error.message)
        const target = join(data === undefined ? dataFolder() : resolve(data), SEGMENTER_FOLDER)
        await installFolder('The segmenter', from, files, target, { [SEGMENTER_LABEL]: JSON.stringify({ name }) })
        print(`The segmenter “${name}” is installed in ${target}.`)
        return EXIT.ok
      }),
    )

async function requireSegmenter(path: string, asked: string): Promise<string[]> {
  const names = await readdir(path).catch(() => null)
  if (!names) throw new CommandFailure(`There is no folder “${asked}”.`, EXIT.unreadable)
  const files = segmenterFiles(names)
  if (files.length > 0) return files
  const networks = names.filter((name) => name.endsWith('.onnx')).map((name) => `“${name}”`)
  const found = networks.length === 0 ? 'no ONNX file' : networks.join(', ')
  throw new CommandFailure(
    `A segmenter is two ONNX files, an encoder and a decoder, and “${asked}” contains ${found}. See docs/segmenters.md.`,
    EXIT.unreadable,
  )
}

/** Runs both networks on a blank image. */
async function trySegmenter(folder: string): Promise<Inspected<Segmentation>> {
  const work = await mkdtemp(join(tmpdir(), 'sightline-segmenter-'))
  const engine = createEngine({ entry: engineEntry() })
  try {
    const path = join(work, 'blank.bmp')
    await writeFile(path, blankBitmap(16))
    return await engine.segment({
      segmenter: { kind: 'sam', name: 'sam', folder, sha256: '' },
      image: { path, name: 'blank.bmp', sha256: '' },
      prompt: { kind: 'points', positive: [{ x: 8, y: 8 }], negative: [] },
      background: false,
    })
  } finally {
    engine.close()
    await rm(work, { recursive: true, force: true })
  }
}

/** A black image of 24 bits per pixel; its side is a multiple of 4, so that rows need no padding. */
function blankBitmap(side: number): Buffer {
  const header = 54
  const bitmap = Buffer.alloc(header + 3 * side * side)
  bitmap.write('BM')
  bitmap.writeUInt32LE(bitmap.length, 2)
  bitmap.writeUInt32LE(header, 10)
  bitmap.writeUInt32LE(40, 14)
  bitmap.writeInt32LE(side, 18)
  bitmap.writeInt32LE(side, 22)
  bitmap.writeUInt16LE(1, 26)
  bitmap.writeUInt16LE(24, 28)
  return bitmap
}

/**
 * Copies the files of a model that lies in a folder of its own into the data folder: all or nothing. `written`: texts
 * of further files.
 */
async function installFolder(
  name: string,
  from: string,
  files: readonly string[],
  target: string,
  written: Readonly<Record<string, string>> = {},
): Promise<void> {
  try {
    await replaceFolder(target, async (fresh) => {
      for (const file of files) await cp(join(from, file), join(fresh, file), { dereference: true })
      for (const [file, text] of Object.entries(written)) await writeFile(join(fresh, file), text)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`${name} could not be copied to ${dirname(target)}: ${reason}`)
  }
}

export const installEmbedderCommand = (): Command =>
  new Command('install-embedder')
    .description('install CLIP, SigLIP or DINO to search images by their subject (docs/search.md names its files)')
    .argument('<folder>', `with ${EMBEDDER_FILES.image}, and ${EMBEDDER_FILES.text} with ${EMBEDDER_FILES.tokenizer}`)
    .option('--name <name>', 'its name in the app', 'search model')
    .option('--data <dir>', 'another data folder than the app’s')
    .action((folder: string, { data, name }: Options) =>
      guarded(async () => {
        const from = resolve(folder)
        const files = await requireEmbedder(from, folder)
        await tryEmbedder(from, files.includes(EMBEDDER_FILES.text))
        const target = join(data === undefined ? dataFolder() : resolve(data), EMBEDDER_FOLDER)
        await installFolder('The search model', from, files, target, { [EMBEDDER_LABEL]: JSON.stringify({ name }) })
        print(`The search model “${name}” is installed in ${target}.`)
        return EXIT.ok
      }),
    )

async function requireEmbedder(path: string, asked: string): Promise<string[]> {
  const names = await readdir(path).catch(() => null)
  if (!names) throw new CommandFailure(`There is no folder “${asked}”.`, EXIT.unreadable)
  const { image, text, tokenizer } = EMBEDDER_FILES
  const needed = names.includes(text) ? [image, tokenizer] : [image]
  const missing = needed.filter((file) => !names.includes(file))
  if (missing.length === 0) return names.filter(isEmbedderFile)
  const list = missing.map((file) => `“${file}”`).join(', ')
  throw new CommandFailure(`“${asked}” lacks ${list} of a search model. See docs/search.md.`, EXIT.unreadable)
}

/** Embeds an image of one colour, and a word where the model knows texts: their vectors have the same length. */
async function tryEmbedder(folder: string, hasText: boolean): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'sightline-embedder-'))
  const engine = createEngine({ entry: engineEntry() })
  const embedder = { folder, name: 'search model', sha256: '', hasText }
  try {
    const path = join(work, 'blank.bmp')
    await writeFile(path, blankBitmap(64))
    const image = await engine.embed({ kind: 'image', embedder, path, name: 'blank.bmp' })
    if (!image.ok) throw new CommandFailure(image.error.message)
    if (!hasText) return
    const word = await engine.embed({ kind: 'text', embedder, path: folder, name: 'search model', text: 'street' })
    if (!word.ok) throw new CommandFailure(word.error.message)
    const [ofImage, ofText] = [image.value.vector.length, word.value.vector.length]
    if (ofImage !== ofText) {
      throw new CommandFailure(
        `Its images have vectors of ${ofImage} numbers, and its texts of ${ofText}: they are of two models.`,
      )
    }
  } finally {
    engine.close()
    await rm(work, { recursive: true, force: true })
  }
}
