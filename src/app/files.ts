/** Files that the page fetches by URL rather than over the bridge: artifacts, source media, and its uploads. */
import { createHash } from 'node:crypto'
import { type ZipEntry, zipOf } from '../disk/zip.ts'
import { pathOf } from '../shared/api/endpoint.ts'
import { exports } from '../shared/api/exports.ts'
import { images } from '../shared/api/images.ts'
import { workflowRuns } from '../shared/api/workflow-runs.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { type BridgeError, UPLOAD_PURPOSES, type UploadPurpose } from '../shared/bridge/studio.ts'
import { contentDisposition } from '../shared/domain/file-reply.ts'
import { isImage } from '../shared/domain/run.ts'
import { message, saidOf } from '../shared/messages/message.ts'
import type { Platform } from './platform.ts'
import type { Sources, Uploads } from './sources.ts'

export const FILES_BASE = '/files'
export const UPLOAD_URL = '/upload'

const ASKED = ['range', 'if-range', 'if-none-match']
const TOLD = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
]

const pick = (headers: Headers, names: readonly string[]): Headers =>
  new Headers(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])) as [string, string][],
  )

const plain = (status: number, text: string) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

const STATUSES: Record<string, number> = {
  not_found: 404,
  unreachable: 503,
  internal: 500,
  payload_too_large: 413,
  request_too_slow: 408,
  disk_full: 507,
}

/** A failure in the format of the bridge; one that only concerns the log becomes `internal`. */
function told(error: unknown): BridgeError {
  const { code, message: english = '', text, details } = error as Partial<BridgeError>
  if (typeof code === 'string' && code !== 'internal' && Array.isArray(details))
    return { code, ...saidOf({ message: english, text }), details }
  return { code: 'internal', ...saidOf(message('host.file_request_failed')), details: [] }
}

const choiceOf = (asked: URLSearchParams) => ({ ids: asked.getAll('artifact'), pictures: asked.getAll('pictures') })

const isPurpose = (text: string): text is UploadPurpose => (UPLOAD_PURPOSES as readonly string[]).includes(text)

export interface FilesOptions {
  platform: Platform
  sources: Sources
  uploads: Uploads
  log(line: string): void
}

/** Handles requests below `/files` and to `/upload`; returns null for any other. */
export function createFiles({ platform, sources, uploads, log }: FilesOptions) {
  function failed(url: URL, request: Request, error: unknown): Response {
    const said = told(error)
    if (said.code === 'internal' && !request.signal.aborted) log(`${url.pathname}: ${String(error)}`)
    return Response.json({ error: said }, { status: STATUSES[said.code] ?? 400 })
  }

  async function read(url: URL, request: Request): Promise<Response> {
    const clean = new Request(request.url, {
      method: request.method,
      headers: pick(request.headers, ASKED),
      signal: request.signal,
    })
    const { method, headers, signal } = clean
    const [, , first, id, artifactId, position, ...more] = url.pathname.split('/')
    const uri = url.searchParams.get('uri')
    if (first === 'source' && id === undefined && uri) return sources.respond(uri, clean)
    if (first === 'models' && id && artifactId === undefined) {
      return platform.file(await weightsOf(decodeURIComponent(id)), { method, headers, signal })
    }
    if (first === 'archive' && id && artifactId === undefined)
      return archiveResponse(platform, decodeURIComponent(id), choiceOf(url.searchParams), clean)
    if (first === 'images' && id && artifactId === undefined) {
      const params = { image_id: decodeURIComponent(id) }
      const size = url.searchParams.get('size')
      const thumbnail = `${pathOf(images.thumbnail, params)}?size=${encodeURIComponent(size ?? '')}`
      const path = size === null ? pathOf(images.content, params) : thumbnail
      return platform.file(path, { method, headers, signal })
    }
    if (first === 'exports' && id && artifactId === 'images' && position && more.length === 0) {
      const image = { export_id: decodeURIComponent(id), position: decodeURIComponent(position) }
      return platform.file(pathOf(exports.image, image), { method, headers, signal })
    }
    if (first === 'exports' && id && artifactId === 'archive' && position === undefined) {
      return platform.file(await archiveOf(decodeURIComponent(id)), { method, headers, signal })
    }
    if (first !== 'runs' || !id || !artifactId || position !== undefined) return plain(404, 'Nothing is here.')
    const named = { run_id: decodeURIComponent(id), artifact_id: decodeURIComponent(artifactId) }
    return platform.file(pathOf(workflowRuns.artifact, named), { method, headers, signal })
  }

  /** The path of a model's weights on the platform. */
  async function weightsOf(model: string): Promise<string> {
    const { data } = await platform.use((client) => client.models.download({ params: { model } }))
    const { pathname, search } = new URL(data.download_url)
    return pathname + search
  }

  /** The path of the archive of an export on the platform. */
  async function archiveOf(export_id: string): Promise<string> {
    const { data } = await platform.use((client) => client.exports.download({ params: { export_id } }))
    const { pathname, search } = new URL(data.download_url)
    return pathname + search
  }

  async function readSafely(url: URL, request: Request): Promise<Response> {
    try {
      const found = await read(url, request)
      const response = new Response(found.body, { status: found.status, headers: pick(found.headers, TOLD) })
      // A file opened on its own may neither run scripts nor reach the app's origin, whatever it contains.
      response.headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      response.headers.set('cache-control', 'private, no-cache')
      if (url.searchParams.has('download')) {
        const inline = response.headers.get('content-disposition') ?? 'inline'
        response.headers.set('content-disposition', inline.replace(/^\s*inline/i, 'attachment'))
      }
      return response
    } catch (error) {
      return failed(url, request, error)
    }
  }

  async function upload(url: URL, request: Request): Promise<Response> {
    const filename = url.searchParams.get('filename') ?? ''
    if (!filename || filename.length > 255 || /[/\\\0]/.test(filename))
      return plain(400, 'The upload has no usable file name.')
    const purpose = url.searchParams.get('purpose') ?? 'source'
    if (!isPurpose(purpose)) return plain(400, `An upload is for one of ${UPLOAD_PURPOSES.join(', ')}.`)
    try {
      const stored = await uploads.store(purpose, filename, request)
      return Response.json(purpose === 'source' ? await sources.stored(stored, filename) : { uri: stored.uri })
    } catch (error) {
      return failed(url, request, error)
    }
  }

  return async (request: Request): Promise<Response | null> => {
    const url = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (url.pathname.startsWith(`${FILES_BASE}/`)) return reads ? readSafely(url, request) : plain(405, 'Read only.')
    if (url.pathname !== UPLOAD_URL) return null
    return request.method === 'PUT' ? upload(url, request) : plain(405, 'PUT a file here.')
  }
}

/** The whole file, bypassing any cache. */
async function readArtifact(platform: Platform, runId: string, artifactId: string, signal: AbortSignal) {
  const path = pathOf(workflowRuns.artifact, { run_id: runId, artifact_id: artifactId })
  const response = await platform.file(path, { signal })
  if (response.ok && response.body) return response.body as unknown as AsyncIterable<Uint8Array>
  await response.body?.cancel()
  throw new BridgeFailure({
    code: 'not_found',
    message: message('host.artifact_missing'),
  })
}

/** Reads the whole file of an artifact. Throws a `BridgeFailure` when it is missing. */
export async function digestArtifact(
  platform: Platform,
  { run_id, artifact_id }: { run_id: string; artifact_id: string },
  signal: AbortSignal,
): Promise<{ sha256: string; size_bytes: number }> {
  const hash = createHash('sha256')
  let size_bytes = 0
  for await (const bytes of await readArtifact(platform, run_id, artifact_id, signal)) {
    hash.update(bytes)
    size_bytes += bytes.length
  }
  return { sha256: hash.digest('hex'), size_bytes }
}

interface ArchiveChoice {
  ids: readonly string[]
  /** Blocks of which all stills are included: they may be more than an address can name. */
  pictures: readonly string[]
}

/** Artifacts of a run as a ZIP archive to be saved. Throws a `BridgeFailure` when one is missing. */
async function archiveResponse(
  platform: Platform,
  runId: string,
  { ids, pictures }: ArchiveChoice,
  { method, signal }: { method: string; signal: AbortSignal },
): Promise<Response> {
  const run = await platform.use((client) => client.workflowRuns.get({ params: { run_id: runId } }))
  const known = new Set(run.artifacts.map((a) => a.id))
  const chosen = run.artifacts.filter((a) => ids.includes(a.id) || (isImage(a) && pictures.includes(a.node_id ?? '')))
  if (chosen.length === 0 || ids.some((id) => !known.has(id)))
    throw new BridgeFailure({ code: 'not_found', message: message('host.archived_file_missing') })
  const entries = chosen.map(
    ({ id, name, size_bytes }): ZipEntry => ({
      name,
      sizeBytes: size_bytes,
      read: () => readArtifact(platform, runId, id, signal),
    }),
  )
  const { sizeBytes, stream } = zipOf(entries, new Date(run.created_at))
  if (method === 'HEAD') stream.destroy()
  const body = method === 'HEAD' ? null : ReadableStream.from(stream)
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(sizeBytes),
      'content-disposition': contentDisposition('attachment', `${run.workflow_name}.zip`),
    },
  })
}
