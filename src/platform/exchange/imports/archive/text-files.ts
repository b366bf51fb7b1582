/** Gives the texts of an archive in UTF-8, whatever their encoding, so that no reader of a format has to know it. */
import { isAscii } from 'node:buffer'
import type { ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from './label-files.ts'
import {
  type Decode,
  declaredEncoding,
  decoderOf,
  encodingOfStart,
  guessEncoding,
  isUtf8Start,
} from './text-encoding.ts'

const TEXT = /(^|\/)[^./]+$|\.(json|jsonl|ndjson|geojson|xml|txt|csv|tsv|ya?ml|names|labels|data|ini|cfg|list)$/i
const XML = /\.xml$/i
/** Bytes by which an encoding is guessed. */
const SAMPLE = 64 * 1024

/** Guessed encodings are noted, once for each file. */
export function textFiles(files: LabelFiles, notes: Pick<ReadNotes, 'noted'>): LabelFiles {
  const noted = new Set<string>()
  return {
    ...files,
    read(name) {
      if (!TEXT.test(name)) return files.read(name)
      return inUtf8(files.read(name), XML.test(name), (encoding) => {
        if (!noted.has(name)) notes.noted('file.encoding_guessed', name, encoding)
        noted.add(name)
      })
    },
  }
}

/** Bytes of ASCII are passed on until others come; the encoding is known by then, or guessed by them. */
async function* inUtf8(
  bytes: AsyncIterable<Uint8Array>,
  isXml: boolean,
  onGuess: (encoding: string) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let decode: Decode | 'utf-8' | null = null
  let [held, isBegun] = [Buffer.alloc(0), false]

  function* decided(isEnd: boolean): Generator<Uint8Array> {
    if (!isBegun) {
      if (held.length < 200 && !isEnd) return
      isBegun = true
      const encoding = encodingOfStart(held) ?? (isXml ? declaredEncoding(held) : null)
      decode = encoding === null ? null : decoderOf(encoding)
    }
    if (decode === null) {
      const hasOthers = !isAscii(held)
      if (hasOthers && held.length < SAMPLE && !isEnd) return
      if (hasOthers && isUtf8Start(held)) decode = 'utf-8'
      else if (hasOthers) {
        const encoding = guessEncoding(held)
        onGuess(encoding)
        decode = decoderOf(encoding)
      }
    }
    const part = held
    held = Buffer.alloc(0)
    yield decode === null || decode === 'utf-8' ? part : encoder.encode(decode(part, isEnd))
  }

  for await (const part of bytes) {
    if (decode === 'utf-8') {
      yield part
      continue
    }
    held = held.length === 0 ? Buffer.from(part) : Buffer.concat([held, part])
    yield* decided(false)
  }
  if (held.length > 0 || (decode !== null && decode !== 'utf-8')) yield* decided(true)
}
