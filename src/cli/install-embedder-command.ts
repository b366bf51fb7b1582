import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { EMBEDDER_FILES, EMBEDDER_FOLDER, EMBEDDER_LABEL, isEmbedderFile } from '../shared/domain/embedder-files.ts'
import { blankBitmap } from './blank-bitmap.ts'
import { dataFolder } from './data-folder.ts'
import { installFolder } from './install-folder.ts'
import { engineEntry } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

interface Options {
  data?: string
  name: string
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
        const files = await requireFiles(from, folder)
        await tryOut(from, files.includes(EMBEDDER_FILES.text))
        const target = join(data === undefined ? dataFolder() : resolve(data), EMBEDDER_FOLDER)
        await installFolder('The search model', from, files, target, { [EMBEDDER_LABEL]: JSON.stringify({ name }) })
        print(`The search model “${name}” is installed in ${target}.`)
        return EXIT.ok
      }),
    )

async function requireFiles(path: string, asked: string): Promise<string[]> {
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
async function tryOut(folder: string, hasText: boolean): Promise<void> {
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
