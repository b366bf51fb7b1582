/** Reads an ONNX file into memory. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { KIND_BYTES } from '../../../shared/domain/model-file-kind.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { foreignFile, MAX_MODEL_BYTES, modelTooLarge } from '../model-errors.ts'

/**
 * `name` is the model's name in messages. Raises `model_missing`, and for more than `MAX_MODEL_BYTES` `model_unreadable`
 * for a file of another framework, else `model_unsupported`.
 */
export function readModelFile(path: string, name: string): Buffer {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      if (size <= MAX_MODEL_BYTES) return readFileSync(file)
      throw foreignFile(name, startOf(file)) ?? modelTooLarge(name, size)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof RunFailure) throw error
    throw new RunFailure('model_missing', message('model_file.missing', { name }), null, error)
  }
}

/** The first bytes of an open file, enough to tell its kind. */
export function startOf(file: number): Uint8Array {
  const start = Buffer.alloc(KIND_BYTES)
  return start.subarray(0, readSync(file, start, 0, KIND_BYTES, 0))
}
