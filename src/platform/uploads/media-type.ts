/** Media types by the first bytes of a file: a name is no evidence. */
import { fileTypeFromFile } from 'file-type'
import { servedType } from '../../shared/domain/media-type.ts'

/** Plain bytes for a file that is neither a video nor an image. */
export const mediaTypeOf = async (path: string): Promise<string> => servedType((await fileTypeFromFile(path))?.mime)
