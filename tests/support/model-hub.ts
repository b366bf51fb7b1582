/**
 * A hub and a plain file server on loopback, as downloads meet them: the API of the hub in JSON, redirects to signed
 * addresses of another host, ranges, gated and missing repositories, and connections that stall or are cut. For unit and
 * end-to-end tests: point `HF_ENDPOINT` or the setting for the hub at `url`.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Repository {
  files: Record<string, Uint8Array>
  /** The metadata of the model card. */
  card?: Record<string, unknown>
  /** Files are only for accounts that accepted the terms. */
  gated?: boolean
  /** Checksums that the hub lists in place of those of the files, by path. */
  listedSha256?: Record<string, string>
}

export interface Serving {
  /** False: answers every request with the whole file. */
  ranges?: boolean
  /** Null sends none. By default a strong one, made from the bytes. */
  etag?: string | null
  /** Sends so many bytes, then waits until the client leaves, or `cut` closes the connection. */
  stallAfter?: number
  contentType?: string
  /** Sends these bytes without a length, in chunks. */
  chunked?: boolean
  /** Replies with this status, these headers and no file. */
  status?: number
  headers?: Record<string, string>
  /** Sends so many bytes of each request, then cuts the connection once all up to there have arrived. */
  cutAfter?: number
  hasArrived?: (bytes: number) => Promise<unknown>
  /** Called for each request: true cuts the connection before a reply. */
  refuses?: () => boolean
  /** Takes no notice of `If-Range`: sends the rest of another version. */
  ignoresIfRange?: boolean
}

export interface SeenRequest {
  method: string
  path: string
  range: string | null
  ifRange: string | null
}

export interface ModelHub {
  /** Address of the hub. */
  url: string
  /** Address of the file server, which is another host. */
  filesUrl: string
  /** Requests for bytes of files, oldest first. */
  fileRequests: SeenRequest[]
  addRepository(name: string, repository: Repository): void
  /** Returns the link of a file of the file server. */
  addFile(path: string, bytes: Uint8Array, serving?: Serving): string
  /** Changes how the bytes of a file are served, by `OWNER/REPO/PATH` or the path of a file. */
  serve(path: string, serving: Serving): void
  /** Closes the connections of all downloads that are under way. */
  cut(): void
  /** True: cuts each new connection to the file server at once. */
  isOffline: boolean
  close(): Promise<void>
}

const SECRET = 'signature'

export async function startModelHub(): Promise<ModelHub> {
  const repositories = new Map<string, Repository>()
  const files = new Map<string, Uint8Array>()
  const servings = new Map<string, Serving>()
  const fileRequests: SeenRequest[] = []

  const fileServer = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://files')
    const path = decodeURIComponent(url.pathname.slice(1))
    fileRequests.push({
      method: request.method ?? '',
      path,
      range: request.headers.range ?? null,
      ifRange: (request.headers['if-range'] as string | undefined) ?? null,
    })
    const serving = servings.get(path.replace(/^stored\//, '')) ?? {}
    if (rig.isOffline || serving.refuses?.()) return void request.socket.destroy()
    const stored = path.startsWith('stored/')
    if (stored && url.searchParams.get(SECRET) !== SECRET) return end(response, 403)
    const bytes = files.get(stored ? path.slice('stored/'.length) : path)
    if (!bytes) return end(response, 404)
    sendBytes(request, response, bytes, serving)
  })
  const filesUrl = addressOf(fileServer)

  const hub = await listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://hub').pathname)
    const api = /^\/api\/models\/([^/]+\/[^/]+)\/(revision|tree)\//.exec(path)
    const resolved = /^\/([^/]+\/[^/]+)\/resolve\/[^/]+\/(.+)$/.exec(path)
    const name = api?.[1] ?? resolved?.[1] ?? ''
    const repository = repositories.get(name)
    // The hub replies so for repositories that do not exist, and for private ones.
    if (!repository) return end(response, 401, { 'x-error-code': 'RepoNotFound' })
    if (api) return sendJson(response, api[2] === 'tree' ? listing(repository) : info(name, repository))
    if (repository.gated) return end(response, 401, { 'x-error-code': 'GatedRepo' })
    const file = resolved?.[2] ?? ''
    const bytes = repository.files[file]
    if (!bytes) return end(response, 404, { 'x-error-code': 'EntryNotFound' })
    response.writeHead(302, {
      location: `${filesUrl}/stored/${encodeURIComponent(`${name}/${file}`)}?Expires=1&${SECRET}=${SECRET}`,
      'x-linked-etag': `"${sha256(bytes)}"`,
      'x-linked-size': bytes.length,
      'x-repo-commit': '0'.repeat(40),
    })
    response.end()
  })

  const rig: ModelHub = {
    url: addressOf(hub),
    isOffline: false,
    filesUrl,
    fileRequests,
    addRepository(name, repository) {
      repositories.set(name, repository)
      for (const [path, bytes] of Object.entries(repository.files)) files.set(`${name}/${path}`, bytes)
    },
    addFile(path, bytes, serving) {
      files.set(path, bytes)
      if (serving) servings.set(path, serving)
      return `${filesUrl}/${path.split('/').map(encodeURIComponent).join('/')}`
    },
    serve: (path, serving) => void servings.set(path, serving),
    cut: () => fileServer.closeAllConnections(),
    close: async () => void (await Promise.all([hub, fileServer].map(closeServer))),
  }
  return rig
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function info(name: string, { card = {}, gated = false }: Repository) {
  return {
    _id: 'id',
    id: name,
    private: false,
    gated: gated ? 'manual' : false,
    pipeline_tag: 'object-detection',
    downloads: 1,
    likes: 1,
    lastModified: '2026-01-01T00:00:00.000Z',
    cardData: card,
    tags: ['onnx'],
  }
}

function listing({ files, listedSha256 = {} }: Repository) {
  const folders = new Set(
    Object.keys(files).flatMap((path) => (path.includes('/') ? [path.replace(/\/[^/]*$/, '')] : [])),
  )
  return [
    ...[...folders].map((path) => ({ type: 'directory', oid: 'f'.repeat(40), size: 0, path })),
    ...Object.entries(files).map(([path, bytes]) => {
      const oid = listedSha256[path] ?? sha256(bytes)
      const lfs = /\.(onnx|safetensors|onnx_data|bin|pt)$/.test(path)
      return {
        type: 'file',
        oid: 'e'.repeat(40),
        size: bytes.length,
        path,
        ...(lfs && { lfs: { oid, size: bytes.length, pointerSize: 134 } }),
      }
    }),
  ]
}

function sendBytes(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array, serving: Serving): void {
  const { ranges = true, stallAfter, contentType = 'application/octet-stream', chunked, status, cutAfter } = serving
  if (status !== undefined) {
    end(response, status, serving.headers)
    return
  }
  const etag = serving.etag === undefined ? `"${sha256(bytes).slice(0, 32)}"` : serving.etag
  const headers = { 'content-type': contentType, ...(etag !== null && { etag }) }
  const range = ranges ? /^bytes=(\d+)-$/.exec(request.headers.range ?? '') : null
  const ifRange = request.headers['if-range']
  const start = range && (ifRange === undefined || ifRange === etag || serving.ignoresIfRange) ? Number(range[1]) : null
  if (start !== null && start >= bytes.length) {
    end(response, 416, { 'content-range': `bytes */${bytes.length}` })
    return
  }
  const part = bytes.subarray(start ?? 0)
  response.writeHead(start === null ? 200 : 206, {
    ...headers,
    ...(ranges && { 'accept-ranges': 'bytes' }),
    ...(!chunked && { 'content-length': part.length }),
    ...(start !== null && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  })
  if (request.method === 'HEAD') response.end()
  else if (cutAfter !== undefined && cutAfter < part.length)
    response.write(part.subarray(0, cutAfter), () => {
      void serving.hasArrived?.((start ?? 0) + cutAfter).then(() => request.socket.destroy())
    })
  else if (stallAfter !== undefined) response.write(part.subarray(0, stallAfter))
  else response.end(part)
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers)
  response.end()
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
