/** Media types by the first bytes of a file: a name is no evidence. */
import { fileTypeFromFile } from 'file-type'
import { servedType, UNKNOWN_TYPE } from '../shared/domain/media-type.ts'

/** `UNKNOWN_TYPE` for a missing file, and for one that is neither a video nor an image, whatever its name. */
export async function mediaTypeOf(path: string): Promise<string> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  return found === undefined ? UNKNOWN_TYPE : servedType(found.mime)
}
