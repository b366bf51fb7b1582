/**
 * The catalogue of models, and what a user gives to get one: a catalogue id, a repository of the hub, a page of the
 * hub, or a link.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import {
  type CatalogueEntry,
  type CatalogueSource,
  ModelCatalogue,
  type SearchModelSource,
} from '../../shared/domain/model-catalogue.ts'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/report.ts'
import { requireWebAddress } from '../downloads/web-fetch.ts'

/** An entry whose model is one file. */
export type OneFileEntry = CatalogueEntry & { source: Exclude<CatalogueSource, SearchModelSource> }
export type SearchModelEntry = CatalogueEntry & { source: SearchModelSource }

export type OneFileSource =
  | { kind: 'catalogue'; entry: OneFileEntry }
  | { kind: 'hub'; repository: string; revision: string; file: string | null }
  | { kind: 'url'; url: string }
export type ModelSource = OneFileSource | { kind: 'search_model'; entry: SearchModelEntry }

export const isSearchModel = (entry: CatalogueEntry): entry is SearchModelEntry => entry.source.kind === 'search_model'

export const DEFAULT_HUB = 'https://huggingface.co'
export const DEFAULT_REVISION = 'main'
/** Hosts whose pages are recognised, beside that of the hub in use. */
const HUB_HOSTS = ['huggingface.co', 'www.huggingface.co', 'hf.co']

const REPOSITORY = /^[\w.-]+\/[\w.-]+$/
/** hf:OWNER/REPO, with @REVISION and /FILE where given. */
const HUB_SOURCE = /^hf:(?:\/\/)?(?<repository>[\w.-]+\/[\w.-]+)(?:@(?<revision>[^/]+))?(?:\/(?<file>.+))?$/i
/** The path of a page of a repository; datasets and spaces have a first part of their own. */
const HUB_PATH =
  /^\/(?<repository>[\w.-]+\/[\w.-]+)(?:\/(?<view>tree|blob|resolve|raw)\/(?<revision>[^/]+)(?:\/(?<file>.+))?)?\/?$/
const NO_MODELS = /^\/(datasets|spaces|docs|papers|collections|api|settings|organizations)\//

/** Raises `invalid_source`. `hub` is the address of the hub in use. */
export function readModelSource(given: string, entries: readonly CatalogueEntry[], hub: string): ModelSource {
  const source = given.trim()
  const entry = entries.find(
    ({ id, name }) => id === source.toLowerCase() || name.toLowerCase() === source.toLowerCase(),
  )
  if (entry) {
    return isSearchModel(entry) ? { kind: 'search_model', entry } : { kind: 'catalogue', entry: entry as OneFileEntry }
  }
  const named = HUB_SOURCE.exec(source)?.groups
  if (named) return hubSource(named)
  if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return ofAddress(source, hub)
  if (REPOSITORY.test(source)) return hubSource({ repository: source })
  throw downloadFailure('invalid_source', message('model_get.invalid_source', { source }))
}

/** The text from which `readModelSource` returns the same source. */
export function sourceText(source: ModelSource): string {
  if (source.kind === 'catalogue' || source.kind === 'search_model') return source.entry.id
  if (source.kind === 'url') return source.url
  const { repository, revision, file } = source
  const at = revision === DEFAULT_REVISION ? '' : `@${encodeURIComponent(revision)}`
  return `hf:${repository}${at}${file === null ? '' : `/${file}`}`
}

function ofAddress(address: string, hub: string): ModelSource {
  const url = requireWebAddress(address)
  const base = new URL(hub)
  const isHub = url.host === base.host || HUB_HOSTS.includes(url.host)
  const below = isHub && url.host === base.host ? withoutPrefix(url.pathname, base.pathname) : url.pathname
  const page = isHub && !NO_MODELS.test(below) ? HUB_PATH.exec(below)?.groups : undefined
  if (page) {
    // A folder of the tree names no file.
    return hubSource(page.view === 'tree' ? { ...page, file: undefined } : page)
  }
  url.hash = ''
  return { kind: 'url', url: url.href }
}

const withoutPrefix = (path: string, prefix: string): string => {
  const start = prefix.replace(/\/$/, '')
  return path.startsWith(`${start}/`) ? path.slice(start.length) : path
}

interface Named {
  repository?: string | undefined
  revision?: string | undefined
  file?: string | undefined
}

function hubSource({ repository = '', revision = DEFAULT_REVISION, file }: Named): ModelSource {
  return { kind: 'hub', repository, revision: decoded(revision), file: file === undefined ? null : decoded(file) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads the model catalogue that ships with the app. */
export async function readCatalogue(resourcesDir: string): Promise<CatalogueEntry[]> {
  const path = join(resourcesDir, 'model-catalogue.json')
  const invalid = (problem: string) =>
    downloadFailure('download_failed', message('model_get.catalogue_invalid', { path, problem }))
  const catalogue: unknown = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch((error: Error) => {
      throw invalid(error.message)
    })
  if (Value.Check(ModelCatalogue, catalogue)) return catalogue.models
  const [first] = Value.Errors(ModelCatalogue, catalogue)
  throw invalid(first ? `${first.instancePath} ${first.message}` : 'schema')
}
