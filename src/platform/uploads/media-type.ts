/** Media types by the first bytes of a file: a name can say anything. */
import { fileTypeFromFile } from 'file-type'
import { servedType } from '../../shared/domain/media-type.ts'

/** Of what is no video and no picture: plain bytes. */
export const mediaTypeOf = async (path: string): Promise<string> => servedType((await fileTypeFromFile(path))?.mime)
