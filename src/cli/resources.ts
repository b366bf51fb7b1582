/** Finds files on this machine: bundled resources, the data folder, and the sources and models that a workflow names. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataDir } from '../app/data-dir.ts'
import { joinBeside } from '../engine/inference/one-file/join-model.ts'
import { fileDigest } from '../engine/output/digest.ts'
import { bundledMedia, bundledModel } from '../shared/domain/bundled.ts'
import { isFileUrl, isNetworkPath, localFileUrl } from '../shared/domain/file-url.ts'
import { SAM3_FILES, SAM3_FOLDER } from '../shared/domain/installed-models.ts'
import { foreignAmong } from '../shared/domain/model-file-kind.ts'
import { isImageName } from '../shared/domain/still-formats.ts'
import type { ModelFile, RunImage } from '../shared/engine-contract/job.ts'
import type { Graph, GraphNode } from '../shared/graph/graph.ts'
import type { ValidationContext } from '../shared/graph/lint.ts'
import { englishOf } from '../shared/messages/message.ts'
import { CommandFailure, EXIT } from './terminal.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** The bundles are in out/node; packaged apps set the path of their resources. */
export const resourcesFolder = (): string => process.env.SIGHTLINE_RESOURCES ?? join(here, '..', '..', 'resources')
export const engineEntry = (): string => join(here, 'engine.js')

export const resourcePath = (relative: string): string => join(resourcesFolder(), relative)

/** The declared sources of bundled models, for `validate`. */
export const MODELS_HERE: ValidationContext = { suitsOf: (modelId) => bundledModel(modelId)?.suits }

/** Path of a model file: a bundled model by its name, or an ONNX file; null for a model that this machine lacks. */
export function modelPath(modelId: string, workflowFolder: string): string | null {
  const bundled = bundledModel(modelId)
  const path = bundled === null ? resolve(workflowFolder, modelId) : resourcePath(bundled.file)
  return existsSync(path) ? path : null
}

/**
 * Path of a source: a bundled media file, a file URL, or a path relative to the workflow. Null for a handle that only
 * another system can resolve. The file need not exist: the engine reports that in better words.
 */
export function sourcePath(uri: string, workflowFolder: string): string | null {
  const bundled = bundledMedia(uri)
  if (bundled !== null) return resourcePath(bundled)
  if (isFileUrl(uri)) {
    const local = localFileUrl(uri)
    try {
      return local === null ? null : fileURLToPath(local)
    } catch {
      return null
    }
  }
  return isNetworkPath(uri) || /^[a-z][a-z0-9+.-]+:\/\//i.test(uri) ? null : resolve(workflowFolder, uri)
}

/** The app's data folder, which the command line shares. */
export const dataFolder = (): string =>
  dataDir({ env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })

/** Folder of cached detections and tracks of earlier runs. */
export const cacheFolder = (): string => join(dataFolder(), 'cache')

/** Folder of models that were made one file for a run. */
const wholeModelsFolder = (): string => join(dataFolder(), 'whole-models')

/** Folder of SAM 3, once it is installed. */
export const sam3Folder = (): string => join(dataFolder(), SAM3_FOLDER)

/** Folder of messages that could not be delivered, in the folder of a run's results. */
export const OUTBOX_FOLDER = 'outbox'

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The images directly in a folder, in the order of their names; 2.jpg comes before 10.jpg. */
export function imagesIn(folder: string): RunImage[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return readdirSync(folder)
    .filter((name) => isImageName(name) && !name.startsWith('.'))
    .sort(compare)
    .map((name) => ({ id: null, path: resolve(join(folder, name)), name }))
}

/**
 * Resolves a model's name to a file: a bundled one, an ONNX file, or one that was imported on this machine. Relative
 * names are relative to the folder. Null when there is no such model, and for a path to another computer, because a
 * workflow file may come from anywhere. Raises `RunFailure` for a file whose weights are missing, and for one of
 * another framework.
 */
export async function findModel(name: string, workflowFolder: string): Promise<ModelFile | null> {
  const path = isNetworkPath(name) ? null : modelPath(name, workflowFolder)
  if (path !== null) {
    const file = await modelFileAt(path)
    // The folder of SAM 3 is a model of its own kind.
    return statSync(file).isFile() ? { name, ...(await wholeModelFile(file, wholeModelsFolder())) } : null
  }
  // Loads the database, which most runs do not need.
  const { importedModel } = await import('../platform/models/imported-model.ts')
  return importedModel(dataFolder(), name)
}

export const noModel = (name: string): string =>
  `There is no model “${name}”. Use the path of an ONNX file, the name of a bundled model, or the name or id of an imported one (“sightline models list”).`

export const noAppearanceModel = (name: string): string =>
  `There is no appearance model “${name}”. Use the path of an ONNX file, the name or id of an imported model, or leave the field empty.`

export const isTrained = (node: GraphNode): boolean => node.type === 'model' && node.config.model_kind !== 'sam3'

/**
 * The graph with another model: `--model <model>` when one block uses a trained model, otherwise `--model
 * <block>=<model>`. Paths are relative to the current folder. Raises a `CommandFailure` when the block is ambiguous.
 */
export function withModels(graph: Graph, given: readonly string[]): Graph {
  const blocks = graph.nodes.filter(isTrained)
  const chosen = new Map<string, string>()
  for (const text of given) {
    const block = blocks.find((n) => text.startsWith(`${n.id}=`))
    const [only, ...others] = blocks
    if (!only) throw new CommandFailure('No block of this workflow has a trained model: leave --model out.')
    if (!block && others.length > 0) {
      const ids = blocks.map((n) => n.id).join(', ')
      throw new CommandFailure(
        `Several blocks of this workflow have a model (${ids}). Name the block: --model ${only.id}=${text}.`,
      )
    }
    const model = block ? text.slice(block.id.length + 1) : text
    chosen.set((block ?? only).id, existsSync(model) ? resolve(model) : model)
  }
  const configured = (n: GraphNode) => {
    const model_id = chosen.get(n.id)
    return model_id === undefined ? n : { ...n, config: { ...n.config, model_id } }
  }
  return chosen.size === 0 ? graph : { ...graph, nodes: graph.nodes.map(configured) }
}

/**
 * The model that a path names: an ONNX file or ZIP archive as it is; in a folder, the only ONNX file. The folder of SAM 3
 * stays itself. Raises a `CommandFailure`.
 */
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
async function wholeModelFile(path: string, folder: string): Promise<{ path: string; sha256: string }> {
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
