/** Repositories of the hub, or of a mirror with its API: the ONNX files, with checksums, and the licence. */

import type { ResolvedModel } from '../../shared/bridge/model-downloads.ts'
import { cutText } from '../../shared/domain/cut-text.ts'
import { foreignAmong } from '../../shared/domain/model-file-kind.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/report.ts'
import { hostOf, unreachable, type WebFetch } from '../downloads/web-fetch.ts'

export interface HubFile {
  path: string
  sizeBytes: number
  /** The SHA-256 digest of a file in large file storage; null for a small file. */
  sha256: string | null
  /** Bytes of files that hold its weights, as far as their names say so; 0 when they are inside. */
  dataBytes: number
}

export interface HubRepository {
  repository: string
  page: string
  licence: ResolvedModel['licence']
  /** All ONNX files, the most usual name first. */
  files: HubFile[]
  /** The other files, such as tokenizers. */
  others: HubFile[]
}

export interface HubPlace {
  repository: string
  revision: string
}

/** Raises failures with the codes of `MODEL_GET_ERRORS`, and the signal's reason. */
export async function readRepository(
  hub: string,
  { repository, revision }: HubPlace,
  web: WebFetch,
  signal: AbortSignal,
): Promise<HubRepository> {
  const { listFiles, modelInfo } = await import('@huggingface/hub')
  const fetch = hubFetch(web, hub, repository, signal)
  const page = `${hub}/${repository}`
  try {
    const info = await modelInfo({
      name: repository,
      revision,
      hubUrl: hub,
      fetch,
      additionalFields: ['cardData', 'tags'],
    })
    const all: Listed[] = []
    // Unlike `modelInfo`, this call puts the revision into the address as it is.
    const listed = { repo: repository, revision: encodeURIComponent(revision), recursive: true, hubUrl: hub, fetch }
    for await (const entry of listFiles(listed)) {
      if (entry.type === 'file') all.push(entry)
    }
    const licence = hubLicence(info.cardData, info.tags, page)
    const others = all.filter(({ path }) => !ONNX.test(path)).map((file) => ({ ...fileOf(file), dataBytes: 0 }))
    return { repository, page, licence, files: onnxFiles(repository, all), others }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TypeError && error.cause !== undefined) throw unreachable(hub, error)
    // Replies in another form make the library throw errors of the language itself.
    if (error instanceof SyntaxError || error instanceof TypeError) throw unknownReply(hub)
    throw error
  }
}

/** The address of a file: it redirects to large file storage, and takes ranges. */
export const fileUrl = (hub: string, { repository, revision }: HubPlace, file: string): string =>
  `${hub}/${repository}/resolve/${encodeURIComponent(revision)}/${file.split('/').map(encodeURIComponent).join('/')}`

interface Listed {
  path: string
  size: number
  lfs?: { oid: string; size: number }
}

const ONNX = /\.onnx$/i
/** Models of Transformers, which `optimum-cli` exports by the name of their repository. */
const WEIGHTS = /(^|\/)[^/]*\.safetensors$|(^|\/)pytorch_model[^/]*\.bin$/i

const fileOf = ({ path, size, lfs }: Listed) => ({ path, sizeBytes: lfs?.size ?? size, sha256: lfs?.oid ?? null })

function onnxFiles(repository: string, all: readonly Listed[]): HubFile[] {
  const files = all
    .filter(({ path }) => ONNX.test(path))
    .map((file) => {
      const data = all.filter(
        ({ path }) => path.startsWith(`${file.path}_data`) || path.startsWith(`${file.path}.data`),
      )
      return { ...fileOf(file), dataBytes: data.reduce((sum, { size, lfs }) => sum + (lfs?.size ?? size), 0) }
    })
    .sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
  if (files.length > 0) return files
  throw downloadFailure('not_found', withoutOnnx(repository, all))
}

function withoutOnnx(repository: string, all: readonly Listed[]): Message {
  const paths = all.map(({ path }) => path)
  const weights = paths.find((path) => WEIGHTS.test(path))
  if (weights !== undefined) return message('model_get.no_onnx_but_weights', { repository, file: weights })
  const foreign = foreignAmong(paths)
  return foreign
    ? message('model_get.no_onnx_but_model', { repository, foreign })
    : message('model_get.no_onnx', { repository })
}

/** Full precision in one file first; then other precisions; then those whose weights are in other files. */
const rank = ({ path, dataBytes }: HubFile): number =>
  (dataBytes === 0 ? 0 : 2) + (/(^|\/)model\.onnx$/i.test(path) ? 0 : 1)

/** The library's `fetch`: failed replies of the hub become failures that name the repository. */
function hubFetch(web: WebFetch, hub: string, repository: string, signal: AbortSignal): typeof fetch {
  const get = async (input: unknown, init?: unknown) => {
    const response = await web.get(String(input), { ...(init as object), signal })
    if (response.ok) return response
    await response.body?.cancel()
    throw hubRefusal({ hub, repository, file: null }, response.status, response.headers.get('x-error-code'))
  }
  return get as unknown as typeof fetch
}

export interface Refused {
  hub: string
  repository: string
  /** Null for a call about the repository. */
  file: string | null
}

/** The hub replies 401 for repositories that do not exist, as for private ones. */
export function hubRefusal({ hub, repository, file }: Refused, status: number, code: string | null): Error {
  const host = hostOf(hub)
  if (code === 'GatedRepo') {
    return downloadFailure('download_denied', message('model_get.gated', { repository, page: `${hub}/${repository}` }))
  }
  if (status === 404 && file !== null && code !== 'RepoNotFound')
    return downloadFailure('not_found', message('model_get.missing_file', { file, repository }))
  if (status === 404 || status === 401)
    return downloadFailure('not_found', message('model_get.missing_repository', { repository, host }))
  if (status === 403)
    return downloadFailure('download_denied', message('model_get.gated', { repository, page: `${hub}/${repository}` }))
  return downloadFailure('download_failed', message('model_get.server_failed', { host, status }))
}

const unknownReply = (hub: string) =>
  downloadFailure('download_failed', message('model_get.unknown_reply', { host: hostOf(hub) }))

type Licence = NonNullable<ResolvedModel['licence']>

/** SPDX identifiers and names by the hub's ids. */
const KNOWN: Readonly<Record<string, readonly [spdx: string, name: string]>> = {
  'apache-2.0': ['Apache-2.0', 'Apache License 2.0'],
  mit: ['MIT', 'MIT License'],
  'bsd-2-clause': ['BSD-2-Clause', 'BSD 2-Clause License'],
  'bsd-3-clause': ['BSD-3-Clause', 'BSD 3-Clause License'],
  'agpl-3.0': ['AGPL-3.0-only', 'GNU Affero General Public License 3.0'],
  'gpl-2.0': ['GPL-2.0-only', 'GNU General Public License 2.0'],
  'gpl-3.0': ['GPL-3.0-only', 'GNU General Public License 3.0'],
  'lgpl-3.0': ['LGPL-3.0-only', 'GNU Lesser General Public License 3.0'],
  'mpl-2.0': ['MPL-2.0', 'Mozilla Public License 2.0'],
  'cc-by-4.0': ['CC-BY-4.0', 'Creative Commons Attribution 4.0'],
  'cc-by-sa-4.0': ['CC-BY-SA-4.0', 'Creative Commons Attribution ShareAlike 4.0'],
  'cc-by-nc-4.0': ['CC-BY-NC-4.0', 'Creative Commons Attribution NonCommercial 4.0'],
  'cc-by-nc-sa-4.0': ['CC-BY-NC-SA-4.0', 'Creative Commons Attribution NonCommercial ShareAlike 4.0'],
  'cc0-1.0': ['CC0-1.0', 'Creative Commons Zero 1.0'],
  unlicense: ['Unlicense', 'The Unlicense'],
  wtfpl: ['WTFPL', 'Do What The F*ck You Want To Public License'],
}

const TAG = 'license:'

/**
 * The licence of a repository, from the metadata of its model card. Null when the card names no licence. The card is
 * data of a stranger: any shape is accepted.
 */
function hubLicence(card: unknown, tags: unknown, page: string): Licence | null {
  const fields = (typeof card === 'object' && card !== null ? card : {}) as Record<string, unknown>
  const id = firstText(fields.license) ?? licenceTag(tags)
  if (id === null) return null
  const own = linkOf(fields.license_link, page)
  const known = Object.hasOwn(KNOWN, id) ? KNOWN[id] : undefined
  if (known) return { id: known[0], name: known[1], url: own ?? `https://spdx.org/licenses/${known[0]}.html` }
  return { id: null, name: cutText(firstText(fields.license_name) ?? id, 200), url: own ?? page }
}

const firstText = (value: unknown): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : null
}

const licenceTag = (tags: unknown): string | null =>
  (Array.isArray(tags) ? tags : [])
    .filter((tag) => typeof tag === 'string')
    .find((tag) => tag.startsWith(TAG))
    ?.slice(TAG.length) ?? null

/** A link to a file of the repository is relative. */
function linkOf(link: unknown, page: string): string | null {
  const text = firstText(link)
  if (text === null) return null
  if (/^https?:\/\//.test(text)) return text
  return /^[\w./-]+$/.test(text) ? `${page}/blob/main/${text.replace(/^\//, '')}` : null
}
