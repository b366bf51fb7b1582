/** The kind of a media file by its first bytes: neither its name nor the word of a caller is evidence. */
import { mediaTypeOf } from '../../../disk/media-type.ts'
import { isFileUrl } from '../../../shared/domain/file-url.ts'
import { sourceKindOf, UNKNOWN_TYPE } from '../../../shared/domain/media-type.ts'

export type FileKind = 'video' | 'image'
/** Null for a file that is neither, or of a type that is not known by its first bytes. */
export type FileKindOf = (handle: string, localFile: () => Promise<string>) => Promise<FileKind | null>

/** Files whose kind is kept. */
const MAX_KEPT = 1000

export function createFileKinds(): FileKindOf {
  const kept = new Map<string, FileKind>()
  return async (handle, localFile) => {
    const known = kept.get(handle)
    if (known) return known
    const type = await mediaTypeOf(await localFile())
    if (type === UNKNOWN_TYPE) return null
    const kind = sourceKindOf(type)
    // Uploads and bundled files never change; the user's own files may.
    if (!isFileUrl(handle)) {
      if (kept.size === MAX_KEPT) kept.clear()
      kept.set(handle, kind)
    }
    return kind
  }
}
