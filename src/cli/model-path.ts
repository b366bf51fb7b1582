/** The model that a path names: an ONNX file, the only one of a folder, or a ZIP archive; whole, wherever its weights are. */

import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { joinBeside } from '../engine/inference/one-file/join-model.ts'
import { fileDigest } from '../engine/output/digest.ts'
import { foreignAmong } from '../shared/domain/model-file-kind.ts'
import { SAM3_FILES } from '../shared/domain/sam3.ts'
import { englishOf } from '../shared/messages/format.ts'
import { CommandFailure, EXIT } from './terminal.ts'

/** A file as it is; of a folder, the only ONNX file. The folder of SAM 3 stays itself. Raises a `CommandFailure`. */
export async function modelFileAt(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path
  const names = (await readdir(path)).sort()
  if (names.includes(SAM3_FILES.vision)) return path
  const [model, ...others] = names.filter((name) => /\.onnx$/i.test(name))
  if (model !== undefined && others.length === 0) return join(path, model)
  const folder = basename(path)
  if (model !== undefined) {
    throw new CommandFailure(`“${folder}” has several ONNX files. Name one of them:`, EXIT.unreadable, [
      ...[model, ...others].map((name) => `  ${join(path, name)}`),
    ])
  }
  const foreign = foreignAmong(names.map((name) => `${folder}/${name}`))
  const why = foreign ? englishOf(foreign) : `“${folder}” has no ONNX file.`
  throw new CommandFailure(why, EXIT.unreadable)
}

/** Calls `work` with the path of one file that holds the model with all its weights. Raises `RunFailure`. */
export async function withWholeModel<T>(path: string, work: (whole: string) => Promise<T>): Promise<T> {
  if ((await stat(path)).isDirectory()) return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'sightline-model-'))
  try {
    const whole = join(folder, 'model.onnx')
    return await work((await joinBeside(path, whole)) ? whole : path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The same for a run, which reads the file later, and again when it is resumed: a file that had to be made is kept in
 * `folder`, under its digest, for a week after its last use. Raises `RunFailure`.
 */
export async function wholeModelFile(path: string, folder: string): Promise<{ path: string; sha256: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = join(folder, `${randomUUID()}.part`)
  if (!(await joinBeside(path, made))) return { path, sha256: await fileDigest(path) }
  const sha256 = await fileDigest(made)
  const kept = join(folder, `${sha256}.onnx`)
  await rename(made, kept)
  await removeOld(folder, Date.now() - WEEK_MS)
  return { path: kept, sha256 }
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const at = await stat(path).catch(() => null)
    if (at && at.mtimeMs < before) await rm(path, { force: true })
  }
}
