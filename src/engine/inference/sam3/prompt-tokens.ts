/** Encodes prompts as tokens: CLIP's byte-pair encoding, from the model's own tokenizer.json. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { SAM3_FILES } from '../../../shared/domain/sam3.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { misfit, TOKENS } from './network-signature.ts'

export interface PromptTokens {
  /** Of length `TOKENS`: start, words, end, then padding, which is the end again. */
  ids: BigInt64Array
  /** 1 up to the end, 0 for padding. */
  mask: BigInt64Array
}

export type Tokenize = (prompt: string) => PromptTokens

/** Raises `model_missing` and `model_unsupported` for the tokenizer's file. */
export function openTokenizer(folder: string): Tokenize {
  const file = SAM3_FILES.tokenizer
  const tokenizer = read(join(folder, file), file)
  return (prompt) => {
    const encoded = tokenizer.encode(prompt).ids
    const end = encoded.at(-1) as number
    // Excess tokens are cut off; the end token stays.
    const kept = encoded.length > TOKENS ? [...encoded.slice(0, TOKENS - 1), end] : encoded
    const ids = new BigInt64Array(TOKENS).fill(BigInt(end))
    const mask = new BigInt64Array(TOKENS)
    for (const [i, id] of kept.entries()) {
      ids[i] = BigInt(id)
      mask[i] = 1n
    }
    return { ids, mask }
  }
}

function read(path: string, file: string): Tokenizer {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new RunFailure('model_missing', message('sam3.file_unopenable', { file }), null, error)
  }
  try {
    const tokenizer = new Tokenizer(JSON.parse(text) as object, {})
    // Without its start and end tokens a prompt has a different meaning to the network.
    if (tokenizer.encode('').ids.length === 2) return tokenizer
  } catch (error) {
    throw misfit(file, message('sam3.not_clip'), error)
  }
  throw misfit(file, message('sam3.no_start_and_end'))
}
