/** Videos and images that people choose: the properties of a handle's file, its bytes, and its upload. */

import { open, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mediaTypeOf } from '../disk/media-type.ts'
import { pathOf } from '../shared/api/endpoint.ts'
import { uploads } from '../shared/api/video.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { PickedSource, UploadPurpose } from '../shared/bridge/studio.ts'
import { type ByteRange, dispositionName, fileReply } from '../shared/domain/file-reply.ts'
import { isFileUrl, isNetworkPath, localFileUrl } from '../shared/domain/file-url.ts'
import { sourceKindOf, UNKNOWN_TYPE } from '../shared/domain/media-type.ts'
import { message } from '../shared/messages/message.ts'
import type { FileAccess } from './file-access.ts'
import { fileError } from './host-files.ts'
import type { Platform } from './platform.ts'

export interface Sources {
  /** Opens a file of this machine that the user chose, by its path, and grants it. Throws a `BridgeFailure` unless it is a readable video or image. */
  open(path: string): Promise<PickedSource>
  /** Returns the file behind a handle; null if no file is found, or if it is a local file that the page may not read. */
  describe(uri: string): Promise<PickedSource | null>
  /** The properties of a stored upload. Throws a `BridgeFailure` unless it is a readable video or image. */
  stored(upload: { uri: string; sizeBytes: number }, filename: string): Promise<PickedSource>
  /** The bytes behind a handle, with ranges; 404 for a local file that may not be read. */
  respond(uri: string, request: Request): Promise<Response>
}

const noLocalFiles = () => new BridgeFailure({ code: 'not_supported', message: message('server.no_local_files') })

const missing = () => new Response('There is no such file.', { status: 404 })

/** The path of a `file:` handle on this machine, or null for any other handle. */
function localPath(uri: string): string | null {
  const local = localFileUrl(uri)
  try {
    return local === null ? null : fileURLToPath(local)
  } catch {
    return null
  }
}

const typeIn = (headers: Headers): string => headers.get('content-type') ?? UNKNOWN_TYPE

const onAnotherComputer = (path: string): BridgeFailure =>
  new BridgeFailure({
    code: 'file_unreadable',
    message: message('host.file_on_another_computer', { name: basename(path) }),
  })

const nameOf = (uri: string): string => {
  const last = uri.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || uri
  } catch {
    return last || uri
  }
}

/** @param access to local files; null when none of this machine may be read */
export function createSources(platform: Platform, access: FileAccess | null): Sources {
  /** Probing reads the whole file, so a result is cached as long as the file is unchanged. */
  const probed = new Map<string, PickedSource['video']>()

  async function probe(uri: string, version: string): Promise<PickedSource['video']> {
    const key = `${uri} ${version}`
    const known = probed.get(key)
    if (known) return known
    const video = await platform.use((client) => client.video.probe({ body: { store_path: uri } }))
    probed.set(key, video)
    return video
  }

  async function picked(
    file: Pick<PickedSource, 'uri' | 'name' | 'size_bytes'>,
    mediaType: string,
    version: string,
  ): Promise<PickedSource> {
    const kind = sourceKindOf(mediaType)
    return { ...file, kind, video: kind === 'video' ? await probe(file.uri, version) : null }
  }

  async function local(path: string): Promise<PickedSource> {
    const found = await stat(path).catch((error) => {
      throw fileError('read', path, error)
    })
    const name = basename(path)
    if (!found.isFile())
      throw new BridgeFailure({
        code: 'file_unreadable',
        message: message('host.not_a_file', { name }),
      })
    const file = { uri: pathToFileURL(path).href, name, size_bytes: found.size }
    return picked(file, await mediaTypeOf(path), `${found.size}-${found.mtimeMs}`)
  }

  const content = (uri: string, init: RequestInit) =>
    platform.file(`${pathOf(uploads.content, {})}?uri=${encodeURIComponent(uri)}`, init)

  const head = (uri: string) => content(uri, { method: 'HEAD' })

  return {
    async open(path) {
      if (!access) throw noLocalFiles()
      if (isNetworkPath(path)) throw onAnotherComputer(path)
      const whole = await realpath(path).catch((error) => {
        throw fileError('read', path, error)
      })
      // A drive letter can map to a share: the user connected that one.
      const source = await local(isNetworkPath(whole) ? path : whole)
      access.add([source.uri])
      return source
    },

    async describe(uri) {
      const path = access && localPath(uri)
      if (path) return (await access.allows([uri])) ? local(path).catch(() => null) : null
      if (isFileUrl(uri)) return null
      const { ok, headers } = await head(uri)
      if (!ok) return null
      const name = dispositionName(headers.get('content-disposition')) ?? nameOf(uri)
      const size_bytes = Number(headers.get('content-length') ?? 0)
      const file = { uri, name, size_bytes }
      return picked(file, typeIn(headers), headers.get('etag') ?? '').catch(() => null)
    },

    async stored({ uri, sizeBytes }, name) {
      const { headers } = await head(uri)
      return picked({ uri, name, size_bytes: sizeBytes }, typeIn(headers), headers.get('etag') ?? '')
    },

    async respond(uri, request) {
      const path = access && localPath(uri)
      if (path) {
        const type = (await access.allows([uri])) ? await mediaTypeOf(path) : UNKNOWN_TYPE
        return type === UNKNOWN_TYPE ? missing() : localFileResponse(path, type, request)
      }
      if (isFileUrl(uri)) return missing()
      return content(uri, { method: request.method, headers: request.headers, signal: request.signal })
    },
  }
}

/** Opens the file on the first read: a body that nobody reads holds no handle and can't fail. */
async function* bytesOf(path: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* file.createReadStream({ ...range, autoClose: false })
  } finally {
    await file.close()
  }
}

/** A regular file of this machine as the response to GET or HEAD, with ranges and conditions; 404 for anything else. */
export async function localFileResponse(path: string, mediaType: string, request: Request): Promise<Response> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return new Response('This file is not there any more.', { status: 404 })
  const { status, headers, bytes } = fileReply(
    { method: request.method, header: (name) => request.headers.get(name) },
    { sizeBytes: found.size, modifiedMs: found.mtimeMs, mediaType },
  )
  return new Response(bytes && ReadableStream.from(bytesOf(path, bytes)), { status, headers })
}

export interface Uploads {
  /** Stores the body of a request on the platform. Throws a `BridgeFailure` for a request without one. */
  store(purpose: UploadPurpose, filename: string, request: Request): Promise<{ uri: string; sizeBytes: number }>
}

/** Streams a page's uploads to the platform without buffering them. */
export function createUploads(platform: Platform): Uploads {
  return {
    async store(purpose, filename, request) {
      if (!request.body) throw new BridgeFailure({ code: 'malformed_request', message: message('host.upload_empty') })
      const stream = request.body
      const length = request.headers.get('content-length')
      // The type of a file is detected from its bytes once they are stored.
      const contentType = UNKNOWN_TYPE
      const body = { filename, content_type: contentType }
      const target = await platform.use(async (client) => {
        const { workflows, models, images, imports } = client
        const { uploadUrl } = { source: workflows, model: models, image: images, dataset: imports }[purpose]
        return { ...(await uploadUrl({ body })), client }
      })
      let sizeBytes = 0
      await target.client.upload(
        target,
        { stream, ...(length === null ? {} : { sizeBytes: Number(length) }) },
        {
          contentType,
          signal: request.signal,
          onProgress: (sent) => {
            sizeBytes = sent
          },
        },
      )
      return { uri: target.gcs_uri, sizeBytes }
    },
  }
}
