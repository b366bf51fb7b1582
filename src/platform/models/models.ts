/** Models, imported from ONNX files or bundled with the app. Their classes are read from the file itself. */

import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { CountedList } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { Model } from '../../shared/api/models.ts'
import { BUNDLED_MODELS, type BundledModel } from '../../shared/domain/bundled.ts'
import { type Conversion, givenOptions } from '../../shared/domain/conversion.ts'
import { cutText } from '../../shared/domain/cut-text.ts'
import { declaredSuits, suitsOfRecord } from '../../shared/domain/suited-sources.ts'
import type { Engine, ModelFile } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import type { DatasetArea } from '../datasets/dataset-area.ts'
import type { Reclaim } from '../datasets/storage/reclaim.ts'
import type { ResolveMedia } from '../datasets/uploads/media-handles.ts'
import type { Uploads } from '../datasets/uploads/uploads.ts'
import { fromJsonOrNull, toJsonOrNull } from '../db/database.ts'
import { insertWithFreeName, requirePathName } from '../db/naming/resource-name.ts'
import { countedListOf } from '../db/pages.ts'
import type { ModelRow } from '../db/schema/models.ts'
import type { Tables } from '../db/tables.ts'
import type { BlobStore, StoredBlob } from '../files/blobs/blob-store.ts'
import { sha256OfFile } from '../files/blobs/file-hash.ts'
import type { Caller } from '../machine/identity/caller.ts'
import type { Log } from '../machine/log.ts'
import { inspectWith } from './inspect-model.ts'
import { createModelChanges, type ModelChanges, type ModelFollower } from './model-changes.ts'
import { type ModelFilter, type ModelRepository, modelOf, type UsableModelRow } from './model-repository.ts'
import { configOf, factsOf, newRow } from './model-row.ts'
import { findSam3 } from './sam3-weights.ts'
import { openSentModel } from './sent-model.ts'

type Tx = Transaction<Tables>

export interface ModelImport {
  handle: string
  /** Handles of the files that hold its weights; none when they are inside. */
  data: readonly string[]
  name: string | undefined
  description: string | null
  /** Name or id of the data set that it was trained on. */
  dataset: string | undefined
  conversion: Conversion | null
}

/** The properties of a model that a workflow depends on. */
export interface UsableModel {
  status: Model['status']
  classes: readonly string[]
  /** Source handles that it was made for; undefined when it declares no sources. */
  suits: readonly string[] | undefined
  architecture: string | null
  file: ModelFile
}

export interface ModelWeightsDigest {
  id: string
  sha256: string
}

export interface Models extends ModelChanges {
  /** `dataset`: name or id; no model belongs to one that does not exist. */
  list(caller: Caller, filter: Omit<ModelFilter, 'datasetId'> & { dataset?: string }): Promise<CountedList<Model>>
  /** @throws ApiError not_found */
  get(caller: Caller, nameOrId: string): Promise<Model>
  /** @throws ApiError not_found for handle and data set, model_unreadable, invalid_field, storage_quota_reached */
  import(caller: Caller, request: ModelImport): Promise<Model>
  /** Registers the bundled models with the organization, or updates them. */
  registerBundled(organizationId: string): Promise<void>
  find(caller: Caller, nameOrId: string): Promise<UsableModel | null>
  /** The options of those of these models that exist. */
  conversionsOf(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, Conversion | null>>
  /** Digest of each model’s file, by model. */
  weightsOf(caller: Caller): Promise<readonly ModelWeightsDigest[]>
  /** Null until its files are installed; the same for every organization. */
  findSam3(): Promise<ModelFile | null>
}

interface ModelFacts {
  readonly classes: readonly string[]
  readonly suits: readonly string[] | undefined
}

type Stored = Pick<UsableModelRow, 'id' | 'class_mapping' | 'training_config'>

const MAX_KEPT = 500

/**
 * The facts of models that workflows depend on, parsed once for each state of a model.
 * Returns the same object as long as the columns that it is parsed from are the same.
 */
function createModelFacts(): (row: Stored) => ModelFacts {
  const kept = new Map<string, Stored & { facts: ModelFacts }>()
  return ({ id, class_mapping, training_config }) => {
    const known = kept.get(id)
    if (known?.class_mapping === class_mapping && known.training_config === training_config) return known.facts
    const facts = {
      classes: Object.values(fromJsonOrNull<Record<string, string>>(class_mapping) ?? {}),
      suits: suitsOfRecord(fromJsonOrNull(training_config)),
    }
    kept.delete(id)
    kept.set(id, { id, class_mapping, training_config, facts })
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
    return facts
  }
}

export interface ModelsOptions {
  repository: ModelRepository
  datasets: DatasetArea
  blobs: BlobStore
  engine: Engine
  resolveMedia: ResolveMedia
  resourcesDir: string
  /** The folder of SAM 3, once it is installed. */
  sam3Dir: string
  /** For files that are made during an import. */
  tmpDir: string
  followers: readonly ModelFollower[]
  uploads: Pick<Uploads, 'imported' | 'importedIn'>
  release: Reclaim['release']
  now: () => Date
  log: Log
}

export function createModels(options: ModelsOptions): Models {
  const { repository, datasets, blobs, engine, resourcesDir, log } = options

  const changes = createModelChanges(options)
  const factsFrom = createModelFacts()

  async function registerOne(organizationId: string, name: string, { file, suits }: BundledModel): Promise<void> {
    const path = join(resourcesDir, file)
    const cardPath = join(resourcesDir, `${file.slice(0, -extname(file).length)}.md`)
    const declared = declaredSuits(suits)
    const [sha256, readme] = await Promise.all([sha256OfFile(path), readFile(cardPath, 'utf8').catch(() => null)])
    const size_bytes = (await stat(path)).size
    const before = await repository.findBundled(organizationId, name)
    const sameCard = before?.readme === readme || before?.card_edited === 1
    const sameSources = before !== null && isDeepStrictEqual(withoutInput(before.training_config), declared)
    const isSame = before?.file_sha256 === sha256 && sameSources && sameCard
    if (isSame && (await blobs.has(sha256))) return
    const conversion = fromJsonOrNull<Conversion>(before?.conversion ?? null)
    const withOptions = await engine.inspectModel(path, undefined, { conversion })
    // Options of a person may not fit a new version of the file.
    const drops = !withOptions.ok && conversion !== null
    const inspected = drops ? await engine.inspectModel(path) : withOptions
    if (!inspected.ok) return log('error', `The bundled model ${name} is not usable: ${inspected.error.message}`)
    const card = { readme, description: readme === null ? null : firstParagraph(readme) }
    const training_config = configOf(inspected.value, declared)
    await blobs.putFor(path, async ({ sha256: file_sha256, name: nameFile }) => {
      if (before) {
        const facts = {
          ...factsOf(inspected.value),
          ...(drops && { conversion: null }),
          training_config,
          file_sha256,
          size_bytes,
          updated_at: options.now().toISOString(),
        }
        await repository.update(before.id, before.card_edited ? facts : { ...facts, ...card }, nameFile)
      } else {
        const file = { sha256: file_sha256, bytes: size_bytes }
        const row = newRow({ organizationId, userId: null }, name, inspected.value, file, options.now())
        const insert = (named: ModelRow) => repository.insert(named, nameFile)
        const bundled = { ...row, ...card, training_config, bundled_as: name }
        await insertWithFreeName({ nameTaken: repository.nameTaken, insert }, bundled)
      }
    })
  }

  return {
    ...changes,
    async conversionsOf(caller, ids) {
      const stored = await repository.conversionsOf(caller.organizationId, [...new Set(ids)])
      return new Map([...stored].map(([id, json]) => [id, fromJsonOrNull<Conversion>(json)]))
    },
    weightsOf: (caller) => repository.weightsOf(caller.organizationId),
    findSam3: () => findSam3(options.sam3Dir),
    async list(caller, { dataset, ...filter }) {
      const found = dataset === undefined ? null : await datasets.repository.find(caller.organizationId, dataset)
      const wanted = dataset === undefined ? filter : { ...filter, datasetId: found?.id ?? NO_DATASET }
      return countedListOf(await repository.list(caller.organizationId, wanted), filter, modelOf)
    },
    async get(caller, nameOrId) {
      const row = await repository.find(caller.organizationId, nameOrId)
      if (!row) throw new ApiError('not_found', message('model.missing', { name: nameOrId }))
      return modelOf(row)
    },
    async import(caller, { handle, data, name, description, dataset: trainedOn, conversion: given }) {
      if (name !== undefined) requirePathName(name)
      const dataset = trainedOn === undefined ? null : await datasets.datasets.rowOf(caller, trainedOn)
      const sent = await openSentModel(caller, handle, data, options)
      try {
        const { path, uploads } = sent
        const conversion = givenOptions(given)
        const inspection = await inspectWith(engine, { path, name: sent.name }, conversion)
        const bytes = (await stat(path)).size
        const importAs = async ({ sha256, name: nameFile }: StoredBlob) => {
          const row = newRow(caller, name ?? nameOfFile(sent.name), inspection, { sha256, bytes }, options.now())
          const training_config = configOf(
            inspection,
            dataset ? { dataset: { id: dataset.id, name: dataset.name } } : {},
          )
          const trained = { ...row, description, training_config, dataset_id: dataset?.id ?? null }
          trained.conversion = toJsonOrNull(conversion)
          const before = async (tx: Tx) => {
            await nameFile(tx)
            await options.uploads.importedIn(
              tx,
              uploads.map(({ id }) => ({ id, sha256 })),
            )
          }
          const insert = (named: ModelRow) => repository.insert(named, before)
          const model = modelOf(await insertWithFreeName({ nameTaken: repository.nameTaken, insert }, trained))
          for (const { id } of uploads) await options.uploads.imported(id, sha256)
          return model
        }
        const model = await blobs.putFor(path, importAs, sent.storedAs)
        await options.release(sent.used)
        return model
      } finally {
        await sent.dispose()
      }
    },
    async registerBundled(organizationId) {
      for (const [name, bundled] of Object.entries(BUNDLED_MODELS)) {
        await registerOne(organizationId, name, bundled).catch((error) =>
          log('error', `The bundled model ${name} could not be registered.`, error),
        )
      }
    },
    async find(caller, nameOrId) {
      const row = await repository.findUsable(caller.organizationId, nameOrId)
      if (!row) return null
      const { classes, suits } = factsFrom(row)
      const path = await blobs.localFile(row.file_sha256)
      const conversion = fromJsonOrNull<Conversion>(row.conversion)
      const file: ModelFile = { path, name: row.name, sha256: row.file_sha256, classes, conversion }
      return { status: row.status, classes, suits, architecture: row.architecture, file }
    },
  }
}

/** No id. */
const NO_DATASET = ''

const nameOfFile = (filename: string): string => {
  const stem = filename.slice(0, filename.length - extname(filename).length).trim()
  return stem === '' || stem === '.' || stem === '..' ? 'model' : cutText(stem, 100)
}

/** The first paragraph of a Markdown page, below its title. */
function firstParagraph(markdown: string): string | null {
  const paragraph = markdown.split(/\n\s*\n/).find((p) => p.trim() !== '' && !/^\s*(#|---|\||!\[)/.test(p))
  return paragraph === undefined ? null : cutText(paragraph.replaceAll(/\s+/g, ' ').trim(), 2000)
}

function withoutInput(config: string | null): object {
  const { input: _input, ...rest } = fromJsonOrNull<Record<string, unknown>>(config) ?? {}
  return rest
}
