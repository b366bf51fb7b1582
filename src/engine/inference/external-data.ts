/** Tells whether an ONNX file names another file for its weights. */
import { outsideTensors } from '../../disk/onnx-tensors.ts'

/** Longest file name in an error. */
export const MAX_NAME = 100

/**
 * The first external file that a tensor names, '' for a tensor that is external but names none; null when all are
 * internal. Throws when the bytes are not an ONNX file or are nested too deeply.
 */
export function externalData(bytes: Uint8Array): string | null {
  const tensors = outsideTensors(bytes)
  if (tensors.length === 0) return null
  return (tensors.find(({ location }) => location !== '')?.location ?? '').slice(0, MAX_NAME)
}
