/** Encodes a text as the tokens of a model, by its own tokenizer.json. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { EMBEDDER_FILES } from '../../../shared/domain/embedder-files.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'

export interface Tokens {
  ids: BigInt64Array
  /** 1 for tokens, 0 for padding. */
  mask: BigInt64Array
}

/** As many as CLIP reads; the last one stays, since it ends the text. */
const MOST_TOKENS = 77

/** @throws RunFailure model_unsupported for a file that is no tokenizer */
export async function openTokenizer(folder: string): Promise<(text: string, length: number | null) => Tokens> {
  const tokenizer = await read(folder)
  return (text, length) => {
    const encoded = tokenizer.encode(text).ids
    const most = length ?? MOST_TOKENS
    const end = encoded.at(-1) ?? 0
    const kept = encoded.length > most ? [...encoded.slice(0, most - 1), end] : encoded
    const size = length ?? Math.max(1, kept.length)
    const ids = new BigInt64Array(size).fill(BigInt(end))
    const mask = new BigInt64Array(size)
    for (const [i, id] of kept.entries()) {
      ids[i] = BigInt(id)
      mask[i] = 1n
    }
    return { ids, mask }
  }
}

async function read(folder: string): Promise<Tokenizer> {
  const file = EMBEDDER_FILES.tokenizer
  try {
    return new Tokenizer(JSON.parse(await readFile(join(folder, file), 'utf8')) as object, {})
  } catch (error) {
    throw new RunFailure('model_unsupported', message('embedder.no_tokenizer', { file }), null, error)
  }
}
