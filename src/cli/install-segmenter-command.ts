import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { SEGMENTER_FOLDER, SEGMENTER_LABEL, segmenterFiles } from '../shared/domain/segmenter-files.ts'
import type { Inspected } from '../shared/engine-contract/job.ts'
import type { Segmentation } from '../shared/engine-contract/segmentation.ts'
import { blankBitmap } from './blank-bitmap.ts'
import { dataFolder } from './data-folder.ts'
import { installFolder } from './install-folder.ts'
import { engineEntry } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

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
        const files = await requireFiles(from, folder)
        const tried = await tryOut(from)
        if (!tried.ok) throw new CommandFailure(tried.error.message)
        const target = join(data === undefined ? dataFolder() : resolve(data), SEGMENTER_FOLDER)
        await installFolder('The segmenter', from, files, target, { [SEGMENTER_LABEL]: JSON.stringify({ name }) })
        print(`The segmenter “${name}” is installed in ${target}.`)
        return EXIT.ok
      }),
    )

async function requireFiles(path: string, asked: string): Promise<string[]> {
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
async function tryOut(folder: string): Promise<Inspected<Segmentation>> {
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
