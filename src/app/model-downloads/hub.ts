/** Repositories of the hub, or of a mirror with its API: the ONNX files, with checksums, and the licence. */
import type { ResolvedModel } from '../../shared/bridge/model-downloads.ts'
import { foreignAmong } from '../../shared/domain/model-file-kind.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/failures.ts'
import { hostOf, unreachable, type WebFetch } from '../downloads/web-fetch.ts'
import { hubLicence } from './hub-licence.ts'

export interface HubFile {
  path: string
  sizeBytes: number
  /** Of files in large file storage; null for small files. */
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
