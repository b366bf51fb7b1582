/** Resolves the handle of an upload, of bundled media or of a local file to its file. */
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledMedia } from '../../../shared/domain/bundled.ts'
import { isFileUrl, localFileUrl } from '../../../shared/domain/file-url.ts'
import type { Caller } from '../../machine/identity/caller.ts'

export interface MediaFile {
  /** Absolute path of a regular file on this machine, to which it is fetched if needed. */
  localFile(): Promise<string>
  /** For display. */
  name: string
  /** Only for an upload. */
  upload?: { id: string; sha256: string | null }
}

/** Null for a handle without a file, or with one of another organization. */
export type ResolveMedia = (handle: string, caller: Caller) => Promise<MediaFile | null>

export interface MediaHandleOptions {
  resourcesDir: string
  /** True when `file://` URLs are handles: only for an app that serves the person at this machine. */
  allowLocalFiles: boolean
  /** A finished upload whose file is there. */
  findUpload(caller: Caller, uploadId: string, filename: string): Promise<MediaFile | null>
}

export const UPLOAD_HANDLE_START = 'sightline://uploads/'
const UPLOAD = /^sightline:\/\/uploads\/([^/]+)\/([^/]+)\/([^/]+)$/

export const uploadHandle = (organizationId: string, uploadId: string, filename: string): string =>
  `${UPLOAD_HANDLE_START}${organizationId}/${uploadId}/${encodeURIComponent(filename)}`

/** The upload behind a handle, if it is one of the organization's own. */
export function uploadOf(handle: string, organizationId: string): { uploadId: string; filename: string } | null {
  const [, owner, uploadId, filename] = UPLOAD.exec(handle) ?? []
  if (owner !== organizationId || uploadId === undefined || filename === undefined) return null
  const decoded = decode(filename)
  return decoded === null ? null : { uploadId, filename: decoded }
}

export function createMediaResolver(options: MediaHandleOptions): ResolveMedia {
  return async (handle, caller) => {
    const upload = uploadOf(handle, caller.organizationId)
    if (upload) return options.findUpload(caller, upload.uploadId, upload.filename)
    const path = pathOf(handle, options)
    if (path === null || !(await isFile(path, isFileUrl(handle)))) return null
    return { localFile: async () => path, name: basename(path) }
  }
}

/** The app's own folders reply faster than a thread that asks them; a folder of the user's may be on a slow network. */
async function isFile(path: string, isSlow: boolean): Promise<boolean> {
  try {
    const found = isSlow ? await stat(path) : statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ?? false
  } catch {
    return false
  }
}

function pathOf(handle: string, { resourcesDir, allowLocalFiles }: MediaHandleOptions): string | null {
  const bundled = bundledMedia(handle)
  if (bundled !== null) return join(resourcesDir, bundled)
  return allowLocalFiles && isFileUrl(handle) ? localPath(handle) : null
}

/** The path that a `file:` URL names on this machine. */
export function localPath(url: string): string | null {
  const local = localFileUrl(url)
  try {
    return local === null ? null : fileURLToPath(local)
  } catch {
    return null
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
