/**
 * A model that embeds images and texts, of a few hundred bytes: an image is its mean colour, and a text that of the colours it
 * names. Its files are those of docs/search.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { field, int, message, model, node, type Part, raw, text, value } from './onnx-writer.ts'

const [FLOAT, INT64, INTS] = [1, 7, 7]
const SIDE = 8
const WORDS = ['[UNK]', 'red', 'green', 'blue']
/** Red, green and blue from -1 to 1, by word; unknown words are nearly grey. */
const COLOURS = [
  [0.01, 0.01, 0.01],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
]

const vision = (): Uint8Array =>
  model(
    message(
      text(2, 'vision'),
      field(11, value('pixel_values', FLOAT, 1, 3, SIDE, SIDE)),
      field(12, value('image_embeds', FLOAT, 1, 3)),
      field(1, node('GlobalAveragePool', ['pixel_values'], ['mean'])),
      field(1, node('Flatten', ['mean'], ['image_embeds'])),
    ),
  )

const named = (length: string): Part => field(1, text(2, length))
const sized = (length: number): Part => field(1, int(1, length))
const ids: Part = message(
  text(1, 'input_ids'),
  field(2, field(1, message(int(1, INT64), field(2, message(sized(1), named('length')))))),
)
const table: Part = message(
  ...[WORDS.length, 3].map((length) => int(1, length)),
  ...[int(2, FLOAT), text(8, 'table')],
  raw(9, new Uint8Array(Float32Array.from(COLOURS.flat()).buffer)),
)
const axes: Part = message(text(1, 'axes'), int(20, INTS), int(8, 1))
const keepdims: Part = message(text(1, 'keepdims'), int(20, 2), int(3, 0))

const words = (): Uint8Array =>
  model(
    message(
      text(2, 'words'),
      field(5, table),
      field(11, ids),
      field(12, value('text_embeds', FLOAT, 1, 3)),
      field(1, node('Gather', ['table', 'input_ids'], ['each'])),
      field(1, node('ReduceMean', ['each'], ['text_embeds'], field(5, axes), field(5, keepdims))),
    ),
  )

const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, i) => [word, i])),
  },
}

/** Writes the files into a folder, which is made. Without texts, as those of DINO, when `hasText` is false. */
export function writeEmbedder(folder: string, { hasText = true } = {}): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'vision_model.onnx'), vision())
  const half = [0.5, 0.5, 0.5]
  writeFileSync(join(folder, 'preprocessor_config.json'), JSON.stringify({ image_mean: half, image_std: half }))
  if (!hasText) return
  writeFileSync(join(folder, 'text_model.onnx'), words())
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(TOKENIZER))
}
